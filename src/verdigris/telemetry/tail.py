"""The last words of an answer while a model is writing it, as one harmless line."""

from __future__ import annotations

import time
from collections.abc import Callable

_WIDTH = 60
_PATIENCE = 2.0
"""Seconds after which an answer is slow enough that a person wants to see it grow."""


class Tail:
    def __init__(self, *, at_once: bool, clock: Callable[[], float] = time.monotonic) -> None:
        self._at_once = at_once
        self._clock = clock
        self._started: float | None = None
        self._last = ""
        self._count = 0

    def add(self, words: str) -> str:
        """Take in more words; return the line to show, empty while there is none to show yet."""
        now = self._clock()
        self._started = now if self._started is None else self._started
        self._count += len(words)
        self._last = (self._last + words)[-4 * _WIDTH :]
        if not self._at_once and now - self._started < _PATIENCE:
            return ""
        line = " ".join(self._last.split())[-_WIDTH:]
        return f"{self._count} characters … {line}"

    def clear(self) -> None:
        self._started, self._last, self._count = None, "", 0
