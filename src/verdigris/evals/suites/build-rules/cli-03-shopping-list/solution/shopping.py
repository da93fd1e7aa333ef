import json
import sys
from pathlib import Path

FILE = Path("shopping.json")


def read():
    return json.loads(FILE.read_text()) if FILE.exists() else {}


def save(wanted):
    FILE.write_text(json.dumps(wanted))


def add(name, count="1"):
    if not count.isdecimal() or int(count) < 1:
        raise ValueError(f"not a count: {count}")
    wanted = read()
    wanted[name] = wanted.get(name, 0) + int(count)
    save(wanted)


def show():
    wanted = read()
    for name, count in wanted.items():
        print(f"{count} x {name}")
    if not wanted:
        print("nothing to buy")


def got(name):
    wanted = read()
    if name not in wanted:
        raise ValueError(f"not on the list: {name}")
    del wanted[name]
    save(wanted)


COMMANDS = {"add": (add, (1, 2)), "list": (show, (0,)), "got": (got, (1,))}


def main(words):
    command, counts = COMMANDS.get(words[0] if words else "", (None, ()))
    try:
        if command is None or len(words) - 1 not in counts:
            raise ValueError("usage: shopping.py add NAME [COUNT] | list | got NAME")
        command(*words[1:])
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
