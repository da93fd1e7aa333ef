"""A number that only grows."""

from __future__ import annotations

from collections.abc import Iterator


class Counter:
    def __init__(self, name: str, help_text: str) -> None:
        self.name = name
        self.help_text = help_text
        self.kind = "counter"
        self._values: dict[tuple[tuple[str, str], ...], float] = {}

    def add(self, amount: float = 1, **labels: str) -> None:
        if amount < 0:
            raise ValueError("a counter never goes down")
        key = tuple(sorted(labels.items()))
        self._values[key] = self._values.get(key, 0) + amount

    def value(self, **labels: str) -> float:
        return self._values.get(tuple(sorted(labels.items())), 0)

    def samples(self) -> Iterator[tuple[str, tuple[tuple[str, str], ...], float]]:
        for labels, value in sorted(self._values.items()):
            yield self.name, labels, value
