"""Programs that keep texts and answer `add`, `list` and `delete`, in each language."""

PYTHON = """\
import argparse
import json
import sys
from pathlib import Path

FILE = Path("todo.json")


def main(argv=None):
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("add").add_argument("text")
    commands.add_parser("list")
    commands.add_parser("delete").add_argument("number", type=int)
    args = parser.parse_args(argv)
    items = json.loads(FILE.read_text()) if FILE.exists() else []
    if args.command == "list":
        for number, text in enumerate(items, 1):
            print(number, text)
        return 0
    if args.command == "add":
        items.append(args.text)
    elif 0 < args.number <= len(items):
        del items[args.number - 1]
    else:
        print("no such item", file=sys.stderr)
        return 2
    FILE.write_text(json.dumps(items))
    return 0


if __name__ == "__main__":
    sys.exit(main())
"""
NODE = """\
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const FILE = "todo.json";

export function main(argv) {
  const [command, word] = argv;
  if (command === "--help") {
    console.log("usage: todo [add|list|delete]");
    return 0;
  }
  const items = existsSync(FILE) ? JSON.parse(readFileSync(FILE, "utf8")) : [];
  if (command === "list") {
    items.forEach((text, at) => console.log(`${at + 1} ${text}`));
    return 0;
  }
  const at = Number(word) - 1;
  if (command === "add" && word) items.push(word);
  else if (command === "delete" && items[at]) items.splice(at, 1);
  else {
    console.error("usage: todo [add|list|delete]");
    return 2;
  }
  writeFileSync(FILE, JSON.stringify(items));
  return 0;
}

process.exitCode = main(process.argv.slice(2));
"""
TYPESCRIPT = (
    NODE.replace("(argv)", "(argv: string[]): number")
    .replace("(text, at)", "(text: string, at: number)")
    .replace("const items =", "const items: string[] =")
)
WRITES = {"python": "FILE.write_text(", "node": "writeFileSync(", "typescript": "writeFileSync("}
"""How each of them writes its file."""
