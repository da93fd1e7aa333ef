"""The generated parts of the documentation: what they should say, and writing them anew.

A block stands between `<!-- begin NAME -->` and `<!-- end NAME -->`. The tests compare; to bring
the pages up to date run `python tests/docs/doc_blocks.py`.
"""

from __future__ import annotations

import re
import runpy
from collections.abc import Callable
from functools import partial
from pathlib import Path

from typer.testing import CliRunner

from verdigris.cli.main import app
from verdigris.repair.operators import OPERATORS

ROOT = Path(__file__).parents[2]
COMMANDS = (
    "", "fix", "build", "audit", "check", "runs", "history", "show", "diff", "apply", "undo",
    "verify", "fork", "learn",
    "eval run", "eval validate", "eval compare", "eval show", "eval list", "eval tasks",
    "memory search", "memory show", "memory stats", "memory forget", "memory export",
    "memory import", "memory prune", "memory index", "memory deliver", "graph hot-files",
    "graph fixes", "graph path", "graph bug-types", "graph cypher", "graph deliver", "doctor",
    "model list", "model pull", "model tune", "model test", "model stop", "model remove",
    "config show",
)  # fmt: skip
_ANSI = re.compile(r"\x1b\[[0-9;]*m")


def settings_table() -> str:
    return str(runpy.run_path(str(ROOT / "scripts" / "settings_table.py"))["table"]())


def hostile_table() -> str:
    return str(runpy.run_path(str(ROOT / "scripts" / "hostile_table.py"))["table"]())


def operators_table() -> str:
    rows = []
    for each in OPERATORS:
        example = each.example.replace("|", r"\|")
        rows.append(f"| `{each.name}` | {example} | {each.prior:g} |")
    return "\n".join(["| operator | for example | prior |", "|---|---|---|", *rows, ""])


def help_text(command: str) -> str:
    env = {"COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"}
    result = CliRunner().invoke(app, [*command.split(), "--help"], env=env, prog_name="verdigris")
    lines = [_ANSI.sub("", line).rstrip() for line in result.output.strip("\n").splitlines()]
    typed = " ".join(["$ verdigris", *command.split(), "--help"])
    text = "\n".join(lines).strip("\n")
    return f"```text\n{typed}\n\n{text}\n```\n"


BLOCKS: dict[str, tuple[Path, Callable[[], str]]] = {
    "settings": (ROOT / "docs" / "settings.md", settings_table),
    "operators": (ROOT / "docs" / "operators.md", operators_table),
    "hostile": (ROOT / "docs" / "hostile.md", hostile_table),
    **{
        f"help {name}".strip(): (ROOT / "docs" / "commands.md", partial(help_text, name))
        for name in COMMANDS
    },
}


def pattern(name: str) -> re.Pattern[str]:
    return re.compile(rf"<!-- begin {name} -->\n.*?<!-- end {name} -->", re.DOTALL)


def stored(name: str) -> str:
    """Return what the page holds now. A page without the block is an error of the page."""
    path, _ = BLOCKS[name]
    found = pattern(name).search(path.read_text("utf-8"))
    assert found, f"{path.name} has no block '{name}'"
    return found.group(0)


def wanted(name: str) -> str:
    _, make = BLOCKS[name]
    return f"<!-- begin {name} -->\n\n{make()}\n<!-- end {name} -->"


def main() -> None:
    for name, (path, _) in BLOCKS.items():
        text = path.read_text("utf-8")
        path.write_text(text.replace(stored(name), wanted(name)), "utf-8")


if __name__ == "__main__":
    main()
