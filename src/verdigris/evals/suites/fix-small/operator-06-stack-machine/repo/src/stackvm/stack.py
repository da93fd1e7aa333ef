"""The machine's stacks."""

from __future__ import annotations

from collections.abc import Iterator

from stackvm.errors import StackEmpty, StackFull


class Stack:
    def __init__(self, depth: int = 256) -> None:
        self._depth = depth
        self._words: list[int] = []

    def push(self, word: int) -> None:
        if len(self._words) >= self._depth:
            raise StackFull(f"more than {self._depth} words")
        self._words.append(word)

    def pop(self) -> int:
        if not self._words:
            raise StackEmpty("nothing to take")
        return self._words.pop()

    def pair(self) -> tuple[int, int]:
        """The two topmost words, the lower one first."""
        upper = self.pop()
        return self.pop(), upper

    def __len__(self) -> int:
        return len(self._words)

    def __iter__(self) -> Iterator[int]:
        """From the bottom up."""
        return iter(self._words)
