"""The texts that the answers of the corpus are about, and the form of a case. Not a test itself."""

from __future__ import annotations

from dataclasses import dataclass, field

SUMS = '''\
"""Sums."""

import math

LIMIT = 3  # at most


# Adds two numbers.
def add(a, b):
    return a - b  # wrong


def sub(a, b):  # right
    return a - b
'''
SUMS_FIXED = SUMS.replace("return a - b  # wrong", "return a + b")
FIX = "def add(a, b):\n    return a + b\n"

BOX = '''\
class Box:
    """A box."""

    depth: int = 3

    def __init__(self, width):
        self._width = width  # kept

    # The width.
    @property
    def width(self):
        return self._width

    @width.setter
    def width(self, value):
        self._width = value

    def area(self):
        """Width times depth."""
        return self._width + self.depth
'''
TWO = {"src/shop/sums.py": SUMS, "src/shop/box.py": BOX}


def fenced(code: str, info: str = "python", fence: str = "```") -> str:
    return f"{fence}{info}\n{code}{fence}\n"


@dataclass(frozen=True)
class Good:
    """An answer, and the files it must give: exactly these, exactly so."""

    answer: str
    gives: dict[str, str | None]
    files: dict[str, str] = field(default_factory=lambda: {"sums.py": SUMS})
    focus: tuple[str, ...] = ()


@dataclass(frozen=True)
class Bad:
    """An answer, and words of the ModelMistake it must give."""

    answer: str
    says: str
    files: dict[str, str] = field(default_factory=lambda: {"sums.py": SUMS})
    focus: tuple[str, ...] = ()


BOX_FIXED = BOX.replace("self._width + self.depth", "self._width * self.depth")
FIXED = {"sums.py": SUMS_FIXED}
IN_TWO = {"src/shop/sums.py": SUMS_FIXED}
