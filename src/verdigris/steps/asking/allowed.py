"""May a question be put? Its worst case is held against every limit, and set aside meanwhile.

Without that, two runs at once would both spend what is left of a day. Putting the question and
paying for it is `ask.py`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from verdigris.core.budget import LEASE, Spent, Use
from verdigris.core.events import Warned
from verdigris.errors import StoreError
from verdigris.models.base import Model, Request, Role, Tier
from verdigris.models.ledger import Call
from verdigris.models.prices import worst_case
from verdigris.models.recording import key_of
from verdigris.models.wrappers import names_of
from verdigris.steps.deps import Deps

_BEAT = LEASE / 4
"""Seconds between two signs of life. Some may be lost before what was set aside counts no more."""


def call_of(
    deps: Deps, tier: Tier, role: Role, model: Model, request: Request, use: Use, *, by: str = ""
) -> Call:
    """Return a question as the ledger knows it; `by` is who answered, if not who was asked."""
    run_id = deps.bus.run_id
    return Call(
        id=f"{run_id}:{key_of(model.name, request)}",
        run_id=run_id,
        tier=tier,
        role=role,
        model=by or model.name,
        use=use,
        at=time.time(),
    )


class Allowed:
    """How many answers may be asked for, and what is set aside for those still to come.

    Nobody loses an answer because of what was set aside for it: where that cannot be renewed or
    given back, it runs out by itself. A database that fails for good is met where the answer is
    written down.
    """

    def __init__(self, deps: Deps, tier: Tier, role: Role, model: Model, request: Request) -> None:
        self.count = 0
        self._deps, self._tier = deps, tier
        self._names, self._request = names_of(model), request
        self._call = call_of(deps, tier, role, model, request, Use())
        self._held = False
        """Something may be set aside, whether anybody is there to renew it or not."""
        self._beating: asyncio.Task[None] | None = None

    async def take(self, count: int) -> bool:
        """Try to set the worst case of so many answers aside; what forbids even one is said."""
        deps, budget = self._deps, self._deps.budget
        if not budget.is_limited:
            self.count = count
            return True
        worst = worst_case(self._names, self._request, count)
        self._call = self._call.model_copy(update={"use": worst})

        def judge(spent: Spent) -> str:
            return budget.refusal(self._tier, deps.meter.total, spent, worst)

        if budget.keeps_accounts:
            self._held = True  # before it is: who is interrupted here cannot know
            refusal = await deps.ledger.reserve(self._call, judge)
            self._held = not refusal
        else:
            refusal = judge(Spent())
        if not refusal:
            self.count = count
            if self._held:
                self._beating = asyncio.ensure_future(self._beat())
        elif count == 1 and refusal != deps.meter.refused:
            deps.meter.refused = refusal
            await deps.bus.emit(Warned(message=f"no further question: {refusal}"))
        return not refusal

    async def answered(self) -> None:
        """Set less aside, now that one of the answers is there and paid for."""
        self.count = max(self.count - 1, 0)
        if self._held:
            left = worst_case(self._names, self._request, self.count)
            self._call = self._call.model_copy(update={"use": left})
            await self._renew()

    async def let_go(self) -> None:
        """Give back what is set aside, however the question ended."""
        try:
            if self._beating is not None:
                self._beating.cancel()
                with suppress(asyncio.CancelledError):
                    await self._beating
        finally:
            if self._held:
                self._held = False
                with suppress(StoreError):
                    await self._deps.ledger.release(self._call)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(_BEAT)
            await self._renew()

    async def _renew(self) -> None:
        with suppress(StoreError):
            await self._deps.ledger.renew(self._call)


@asynccontextmanager
async def allowed(
    deps: Deps, tier: Tier, role: Role, model: Model, request: Request, count: int = 1
) -> AsyncIterator[Allowed]:
    """Find out how many of `count` answers the limits allow, and set their worst case aside.

    It is given back at the end of the block, when what was really used has been written down.
    """
    hold = Allowed(deps, tier, role, model, request)
    try:
        while count and not await hold.take(count):
            count -= 1
        yield hold
    finally:
        await hold.let_go()
