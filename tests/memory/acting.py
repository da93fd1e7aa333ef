"""Projects for the tests of what memory does, and the command line run on them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

CODE = '''\
"""What a customer pays."""


def total(prices, discount):
    amount = 0
    for price in prices:
        amount += price
    return amount


def label(name, width):
    return name.upper()[:width]
'''
FIXED = CODE.replace(
    "    return amount\n",
    "    if amount > 100:\n        amount -= discount * len(prices)\n    return amount\n",
)
TEST = """\
from till import label, total


def test_small():
    assert total([10, 20], 5) == 30


def test_large():
    assert total([60, 60], 10) == 100


def test_label():
    assert label("ab", 1) == "A"
"""
NAMES = {
    "total": "weigh", "prices": "stones", "discount": "dust", "amount": "heap", "price": "stone",
    "till": "yard", "test_small": "test_light", "test_large": "test_heavy", "label": "mark",
    "name": "sign", "width": "room", "test_label": "test_mark",
}  # fmt: skip
ANSWERS = {
    "which function should change": "`total` forgets the discount.",
    "three short lines": "LESSON: large sums get a discount",
    "The bug is in": f"```python\n{FIXED}```",
}


def renamed(text: str, names: dict[str, str] = NAMES) -> str:
    return re.sub(r"\b\w+\b", lambda match: names.get(match[0], match[0]), text)


def project(root: Path, files: dict[str, str]) -> Path:
    root.mkdir()
    for name, text in files.items():
        (root / name).write_text(text)
    return root


def shop(root: Path) -> Path:
    return project(root, {"till.py": CODE, "test_till.py": TEST})


def yard(root: Path) -> Path:
    """The same program with every name another one."""
    code = "# Weighs things.\nLIMIT = 7\n\n\n" + renamed(CODE)
    return project(root, {"yard.py": code, "test_yard.py": renamed(TEST)})


def verdigris(tmp_path: Path, *words: str, data: str = "data") -> subprocess.CompletedProcess[str]:
    """Run the command as a user would, with its data below the test's folder."""
    environment = {
        **os.environ,
        "VERDIGRIS_CONFIG": str(tmp_path / "no-such-config.toml"),
        "VERDIGRIS_PATHS__DATA": str(tmp_path / data),
        "VERDIGRIS_CHECKS__RUFF_CMD": "true",
        "VERDIGRIS_CHECKS__BANDIT_CMD": "true",
    }
    program = Path(sys.executable).with_name("verdigris")
    return subprocess.run(
        [str(program), *words], capture_output=True, text=True, cwd=tmp_path, env=environment,
        check=False,
    )  # fmt: skip


def fix(tmp_path: Path, root: Path, python: Path, *words: str, **given: Any) -> dict[str, Any]:
    done = verdigris(tmp_path, "fix", str(root), "--python", str(python), "--json", *words, **given)
    assert done.stdout, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def answers(tmp_path: Path) -> str:
    path = tmp_path / "answers.json"
    path.write_text(json.dumps({"when": ANSWERS}))
    return f"scripted:{path}"


def events(run: dict[str, Any]) -> list[dict[str, Any]]:
    lines = Path(run["folder"], "events.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]
