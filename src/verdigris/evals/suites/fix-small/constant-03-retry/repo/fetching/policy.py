"""How often to try, and how long to wait in between."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Policy:
    attempts: int = 4
    first_wait_ms: int = 200
    factor: int = 2
    longest_wait_ms: int = 60_000

    def __post_init__(self) -> None:
        if self.attempts < 1:
            raise ValueError("one attempt at least")
        if self.factor < 1:
            raise ValueError("waits must not shrink")

    def waits(self) -> Iterator[int]:
        """The wait after each attempt that may be followed by another."""
        wait = self.first_wait_ms
        for _ in range(self.attempts - 1):
            yield min(wait, self.longest_wait_ms)
            wait *= self.factor
