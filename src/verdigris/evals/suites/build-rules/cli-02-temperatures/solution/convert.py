import sys


def main(words):
    try:
        value, source, target = words
        value, source, target = float(value), source.lower(), target.lower()
        if source not in "cfk" or target not in "cfk" or not source or not target:
            raise ValueError("unknown unit")
        if len(source) != 1 or len(target) != 1:
            raise ValueError("unknown unit")
    except ValueError as error:
        print(f"usage: convert.py NUMBER c|f|k c|f|k ({error})", file=sys.stderr)
        return 2
    celsius = {"c": value, "f": (value - 32) * 5 / 9, "k": value - 273.15}[source]
    if round(celsius + 273.15, 9) < 0:
        print("that is below absolute zero", file=sys.stderr)
        return 3
    result = {"c": celsius, "f": celsius * 9 / 5 + 32, "k": celsius + 273.15}[target]
    print(f"{result:.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
