"""Convert an oven temperature: python oven.py 180C"""

import re
import sys


def convert(text):
    """Return the temperature in the other unit, None when it cannot be read."""
    match = re.fullmatch(r"(-?[0-9]+)([CF])", text.upper())
    if match is None:
        return None
    degrees = int(match[1])
    if match[2] == "C":
        return f"{round(degrees * 9 / 5 + 32)}F"
    return f"{round((degrees - 32) * 5 / 9)}C"


def main(arguments):
    """Print the converted temperature and return the exit code."""
    result = convert(arguments[0]) if len(arguments) == 1 else None
    print(result or "cannot read that")
    return 0 if result else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
