import sys
from pathlib import Path


def main(names):
    if not names:
        print("usage: counter.py FILE...", file=sys.stderr)
        return 2
    status, lines, words = 0, 0, 0
    for name in names:
        try:
            text = Path(name).read_text()
        except OSError as error:
            print(f"{name}: {error.strerror}", file=sys.stderr)
            status = 1
            continue
        counts = len(text.splitlines()), len(text.split())
        lines, words = lines + counts[0], words + counts[1]
        print(*counts, name)
    if len(names) > 1:
        print(lines, words, "total")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
