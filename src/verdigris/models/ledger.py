"""The Ledger seam: what model calls have used, and what those under way may use at most.

The book that lasts is `store/spending`; this one is for runs without a database, and for tests.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Protocol

from verdigris.core.budget import LEASE, Spent, Use, since_midnight
from verdigris.core.value import Value
from verdigris.models.base import Tier

Judge = Callable[[Spent], str]
"""Returns why a call may not be made after all that is spent, or an empty string. It is called
inside a transaction: it should do nothing but compare."""


class Call(Value):
    """One answer and what it used; or one under way, and the most it may use."""

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
    async def reserve(self, call: Call, judge: Judge) -> str:
        """Set aside what a call may use, unless `judge` objects; return the objection, if any.

        Looking and setting aside are one act, whoever asks at the same time. What was set aside
        counts as spent. A run has one sitting at a time, so whatever another one of this run had
        set aside is forgotten.
        """
        ...

    async def renew(self, call: Call) -> None:
        """Say that a call is still under way, and how much may still come of it."""
        ...

    async def release(self, call: Call) -> None:
        """Give back what was set aside."""
        ...

    async def add(self, call: Call) -> None:
        """Write a call down; one that is there already is left as it is."""
        ...

    async def spent(self, run_id: str) -> Spent:
        """Return what a run has used of each tier, and all runs today, with what is set aside."""
        ...


class InMemoryLedger:
    """For one process: whatever is set aside here is set aside by somebody who lives."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self.calls: dict[str, Call] = {}
        self.held: dict[str, Call] = {}
        self._clock = clock

    async def reserve(self, call: Call, judge: Judge) -> str:
        refusal = judge(await self.spent(call.run_id))
        if not refusal:
            await self.renew(call)
        return refusal

    async def renew(self, call: Call) -> None:
        self.held[call.id] = call.model_copy(update={"at": self._clock()})

    async def release(self, call: Call) -> None:
        self.held.pop(call.id, None)

    async def add(self, call: Call) -> None:
        self.calls.setdefault(call.id, call)

    async def spent(self, run_id: str) -> Spent:
        now = self._clock()
        known = [*self.calls.values(), *(one for one in self.held.values() if one.at > now - LEASE)]
        return Spent(
            fast=_sum(call for call in known if (call.run_id, call.tier) == (run_id, "fast")),
            strong=_sum(call for call in known if (call.run_id, call.tier) == (run_id, "strong")),
            day=_sum(call for call in known if call.at >= since_midnight(now)),
        )


def _sum(calls: Iterable[Call]) -> Use:
    return sum((call.use for call in calls), Use())
