"""Input and output of a running program, kept in memory."""

from __future__ import annotations

from collections.abc import Iterable

END = -1
"""What reading gives when nothing is left."""


class Console:
    def __init__(self, words: Iterable[int] = ()) -> None:
        self._input = iter(words)
        self._output: list[str] = []

    def read(self) -> int:
        return next(self._input, END)

    def number(self, word: int) -> None:
        self._output.append(f"{word}\n")

    def character(self, word: int) -> None:
        self._output.append(chr(word) if 0 <= word < 0x110000 else "\ufffd")

    @property
    def text(self) -> str:
        return "".join(self._output)
