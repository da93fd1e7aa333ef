"""A task that is sound, part by part, for tests that spoil one of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

Put = Callable[..., Path]

SHEET = """\
id = "{id}"
kind = "fix"
language = "python"
family = "operator"
size = "tiny"
difficulty = "token"
goal = "Make the failing tests pass."
timeout_seconds = 20
licence = "MIT"
"""
BROKEN = "def double(n):\n    return n + 2\n"
MENDED = "def double(n):\n    return n * 2\n"
VISIBLE = """\
from twice import double


def test_two():
    assert double(2) == 4


def test_three():
    assert double(3) == 6
"""
HIDDEN = "from twice import double\n\n\ndef test_seven():\n    assert double(7) == 14\n"


def laid(folder: Path, parts: Mapping[str, str | None]) -> Path:
    """Write the files of a task; None leaves one out."""
    for path, text in parts.items():
        if text is not None:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, "utf-8")
    return folder
