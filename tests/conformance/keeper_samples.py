"""Programs that keep texts and answer `add`, `list` and `delete`, in each language."""

PYTHON_STORE = """\
import json
from pathlib import Path


def load(path):
    return json.loads(Path(path).read_text()) if Path(path).exists() else []


def save(path, items):
    Path(path).write_text(json.dumps(items))
"""
PYTHON = """\
import argparse
import sys

from todo_items import load, save

FILE = "todo.json"


def main(argv=None):
    parser = argparse.ArgumentParser(prog="todo", description="Keeps TODO items in a JSON file.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("add").add_argument("text")
    commands.add_parser("list")
    commands.add_parser("delete").add_argument("number", type=int)
    args = parser.parse_args(argv)
    items = load(FILE)
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
    save(FILE, items)
    return 0


if __name__ == "__main__":
    sys.exit(main())
"""
NODE_STORE = """\
import { existsSync, readFileSync, writeFileSync } from "node:fs";

export function load(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : [];
}

export function save(path, items) {
  writeFileSync(path, JSON.stringify(items));
}
"""
NODE = """\
import { load, save } from "./src/todo-items.mjs";

const FILE = "todo.json";

export function main(argv) {
  const [command, word] = argv;
  if (command === "--help") {
    console.log("usage: todo [add|list|delete]");
    return 0;
  }
  const items = load(FILE);
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
  save(FILE, items);
  return 0;
}

process.exitCode = main(process.argv.slice(2));
"""
TYPESCRIPT_STORE = NODE_STORE.replace("load(path)", "load(path: string): string[]").replace(
    "(path, items) {", "(path: string, items: string[]): void {"
)
TYPESCRIPT = (
    NODE.replace("(argv) {", "(argv: string[]): number {")
    .replace("(text, at)", "(text: string, at: number)")
    .replace("todo-items.mjs", "todo-items.ts")
)
