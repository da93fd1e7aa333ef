"""A task to look something over that is sound, part by part, for tests that spoil one of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

Lay = Callable[..., Path]

SHEET = """\
id = "{id}"
kind = "audit"
language = "python"
family = "{family}"
size = "tiny"
difficulty = "unrated"
goal = "Look the code over."
timeout_seconds = 20
licence = "MIT"
rules = ["policy/*"]
"""
LABEL = """
[[findings]]
rule = "policy/eval"
path = "sums.py"
line = 5
until = 7
why = "what a visitor types is run as code"
"""
WRONG = """\
LIMIT = 100


def total(text):
    return eval(
        text
    )
"""
MENDED = """\
LIMIT = 100


def total(text):
    return sum(map(int, text.split("+")))
"""
SAFE = "def total(numbers):\n    return sum(numbers)\n"
HIDDEN = """\
import pytest

from sums import total


def test_code_is_not_run(tmp_path):
    with pytest.raises(ValueError):
        total(f"open({str(tmp_path / 'made')!r}, 'w').close()")
    assert total("1+2") == 3
"""
