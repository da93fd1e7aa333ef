"""Builds of programs that take words and read files, as small models test them."""

import json
from pathlib import Path

import pytest

from engine.build_goals import fenced
from engine.builder import build

MENU = (
    "Write a {language} program {file} that takes a day as its only argument and prints its dishes "
    'from the file menu.txt, which has lines like "monday: pea soup", one line for each dish.'
)
PYTHON = """\
import sys


def main(argv=None):
    for line in open("menu.txt", encoding="utf-8"):
        day, _, dish = line.strip().partition(": ")
        if day == argv[0]:
            print(dish)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
"""
NODE = """\
import { readFileSync } from "node:fs";

export function main(argv) {
  for (const line of readFileSync("menu.txt", "utf8").split("\\n")) {
    const [day, dish] = line.split(": ");
    if (day === argv[0]) console.log(dish);
  }
  return 0;
}
"""
SERVED = "monday: soup\ntuesday: rice\nmonday: tea"
"""In a list of strings its newlines are escaped once, as small models do it: once too little."""


def starts(day: str, prints: str, language: str) -> str:
    """Return a test as a list of strings holds it."""
    if language == "Python":
        files = f"files={{'menu.txt': '{SERVED}'}}"
        return f"assert program('{day}', {files}).stdout.strip() == '{prints}'"
    files = f"{{ files: {{ 'menu.txt': '{SERVED}' }} }}"
    return f"assert.equal(program('{day}', {files}).stdout.trim(), '{prints}');"


@pytest.mark.parametrize(
    ("language", "file", "code"), [("Python", "menu.py", PYTHON), ("Node.js", "menu.mjs", NODE)]
)
def test_a_program_that_reads_a_file_is_tested_with_one(
    language, file, code, tmp_path, lean_python
):
    tests = [starts("monday", "soup\ntea", language), starts("tuesday", "rice", language)]
    fence = "python" if language == "Python" else "javascript"
    said = {"when": {"Somebody else writes": json.dumps(tests), file: fenced(code, fence)}}
    goal = MENU.format(language=language, file=file)
    done = build(tmp_path, goal, said, python=lean_python)
    assert done.result["status"] == "green", done.result
    folder = Path(done.result["built"]["folder"])
    trusted = [one["body"] for one in done.result["built"]["agreement"][0]["trusted"]]
    assert len(trusted) == 2, (folder / "REPORT.md").read_text()
    assert "--help" not in (folder / "REPORT.md").read_text()
