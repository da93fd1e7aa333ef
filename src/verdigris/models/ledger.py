"""The Ledger seam: what model calls have used, beyond the sitting at hand.

The book that lasts is `store/spending`; this one is for runs without a database, and for tests.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from verdigris.core.budget import Spent, Use
from verdigris.core.value import Value
from verdigris.models.base import Tier

DAY = 86_400.0


class Call(Value):
    """One answer and what it used."""

    id: str
    """Made from run and question: the same answer, told again after a kill, is the same call."""
    run_id: str
    tier: Tier
    role: str
    model: str
    use: Use
    """Its seconds are those that the answer took."""
    at: float


class Ledger(Protocol):
    async def add(self, call: Call) -> None:
        """Write a call down; one that is there already is left as it is."""
        ...

    async def spent(self, run_id: str) -> Spent:
        """Return what a run has used of each tier, and all runs today."""
        ...


class InMemoryLedger:
    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self.calls: dict[str, Call] = {}
        self._clock = clock

    async def add(self, call: Call) -> None:
        self.calls.setdefault(call.id, call)

    async def spent(self, run_id: str) -> Spent:
        morning = since_midnight(self._clock())
        own = [call for call in self.calls.values() if call.run_id == run_id]
        return Spent(
            fast=_sum([call for call in own if call.tier == "fast"]),
            strong=_sum([call for call in own if call.tier == "strong"]),
            day=_sum([call for call in self.calls.values() if call.at >= morning]),
        )


def since_midnight(now: float) -> float:
    """Return when the day began, in UTC: the same for every process that shares a database."""
    return now - now % DAY


def _sum(calls: list[Call]) -> Use:
    return sum((call.use for call in calls), Use())
