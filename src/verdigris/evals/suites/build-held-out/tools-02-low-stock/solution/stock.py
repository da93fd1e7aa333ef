"""Show the articles that run low: python stock.py 10"""

import sys
from pathlib import Path


def low(text, limit):
    """Return lines for the articles of which there are fewer than limit."""
    lines = []
    for line in text.splitlines():
        if line.strip():
            name, number = line.strip().rsplit(" ", 1)
            if int(number) < limit:
                lines.append(f"{name}: {number}")
    return lines


def main():
    """Read stock.txt and print what is low."""
    text = Path("stock.txt").read_text(encoding="utf-8")
    print("\n".join(low(text, int(sys.argv[1]))) or "nothing to buy")


if __name__ == "__main__":
    main()
