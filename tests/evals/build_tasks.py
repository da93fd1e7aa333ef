"""A task to build something from nothing that is sound, part by part, for tests that spoil one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

Lay = Callable[..., Path]

GOAL = (
    "Write `halves.py` with a function `half(n)` that returns half of a whole number, rounded "
    "down. For example half(7) == 3."
)
SHEET = """\
id = "{id}"
kind = "build"
language = "python"
family = "numbers"
size = "tiny"
difficulty = "function"
goal = '''{goal}'''
timeout_seconds = 20
licence = "MIT"
"""
SOLUTION = "def half(n):\n    return n // 2\n"
TOWARDS_ZERO = "def half(n):\n    return int(n / 2)\n"
"""Pleases the example; a hidden test knows better."""
HIDDEN = """\
from halves import half


def test_whole_numbers():
    assert half(8) == 4 and half(7) == 3


def test_below_zero():
    assert half(-7) == -4
"""


def answer(code: str, path: str = "halves.py") -> str:
    return f"{path}\n```python\n{code}```\n"
