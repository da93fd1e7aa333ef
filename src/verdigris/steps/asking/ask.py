"""How a step puts a question to a model: budget first, then the call, then the bill.

Before a question its worst case is held against every limit (`allowed.py`), after it the real
use is counted; so a run goes over a limit by no more than what one question was underestimated.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Coroutine, Iterable
from contextlib import aclosing
from typing import TypeVar

from verdigris.core.budget import Spent
from verdigris.core.events import ModelCalled, Warned
from verdigris.core.text import cut, mask, tidy
from verdigris.models.base import Model, Reply, Request, Role, Tier, answer, sample, spread
from verdigris.steps.asking.allowed import allowed, call_of
from verdigris.steps.deps import Deps

_LOGGED = 20_000
"""Characters of a prompt and an answer that the event log keeps."""
_WRITERS: tuple[Role, ...] = ("coder", "tester")
"""Whose answers become files: only there are secrets put back. Prose keeps its masks."""
SPEECHLESS = ("recall", "search")
"""Proposers that need no model, and whose changes are not worth asking one about."""
T = TypeVar("T")


def model_for(deps: Deps, tier: Tier, role: Role) -> Model | None:
    """Return who is asked: the model of the role where it has one, else that of the tier."""
    return deps.models.get(role) or deps.models.get(tier)


async def ask(deps: Deps, tier: Tier, role: Role, request: Request) -> Reply | None:
    """Return the answer, or None when no model may be asked or a limit forbids it.

    Raises ModelUnavailable when the model cannot be reached.
    """
    model, request = model_for(deps, tier, role), _tidied(request)
    if model is None:
        return None
    async with allowed(deps, tier, role, model, request) as may:
        if not may.count:
            return None
        started = time.monotonic()
        reply = await _in_time(deps, tier, answer(model, request, deps.bus.overhearer(role)))
        if reply is None:
            return None
        return await _counted(deps, tier, role, model, request, reply, time.monotonic() - started)


async def ask_several(
    deps: Deps, tier: Tier, role: Role, request: Request, count: int
) -> AsyncGenerator[Reply, None]:
    """Yield up to `count` answers to one question as they come; fewer where a limit forbids more.

    Raises ModelUnavailable when the model cannot be reached.
    """
    model, request = model_for(deps, tier, role), _tidied(request)
    if model is None:
        return
    async with allowed(deps, tier, role, model, request, count) as may:
        questions = iter(spread(request, may.count))
        started = time.monotonic()
        async with aclosing(sample(model, request, may.count)) as replies:
            while (reply := await _in_time(deps, tier, anext(replies, None))) is not None:
                took = time.monotonic() - started
                question = next(questions, request)
                counted = await _counted(deps, tier, role, model, question, reply, took)
                await may.answered()
                yield counted
                started = time.monotonic()


async def side_by_side(work: Iterable[Coroutine[None, None, T]]) -> list[T]:
    """Ask several at once; when one fails, the others are taken back before that is told."""
    tasks = [asyncio.ensure_future(one) for one in work]
    try:
        return await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _in_time(deps: Deps, tier: Tier, answering: Awaitable[T | None]) -> T | None:
    """Wait as long as the limits leave; then the question is taken back, and that is said."""
    budget = deps.budget
    spent = await deps.ledger.spent(deps.bus.run_id) if budget.keeps_accounts else Spent()
    limit = asyncio.timeout(budget.seconds_left(tier, deps.meter.total, spent))
    try:
        async with limit:
            return await answering
    except TimeoutError:
        if not limit.expired():
            raise
        deps.meter.refused = "the time limit was reached while a model was answering"
        await deps.bus.emit(Warned(message=f"no answer: {deps.meter.refused}"))
        return None


def _tidied(request: Request) -> Request:
    """Return a request that can be sent and logged: test output may hold lone surrogates."""
    return request.model_copy(
        update={"system": tidy(request.system), "prompt": tidy(request.prompt)}
    )


async def _counted(
    deps: Deps, tier: Tier, role: Role, model: Model, request: Request, reply: Reply, seconds: float
) -> Reply:
    # Whatever model was handed in: what it says is stored, logged and shown as UTF-8.
    text = reply.text if role in _WRITERS else reply.masked or reply.text
    reply = reply.model_copy(update={"text": tidy(text)})
    name = reply.model or model.name
    deps.meter.step = deps.meter.step + reply.use
    if not reply.recorded:
        use = reply.use.model_copy(update={"seconds": seconds})
        await deps.ledger.add(call_of(deps, tier, role, model, request, use, by=name))
    if reply.note and reply.note not in deps.meter.noted:
        deps.meter.noted.add(reply.note)
        await deps.bus.emit(Warned(message=reply.note))
    await deps.bus.emit(
        ModelCalled(
            role=role,
            model=name,
            use=reply.use,
            finish=reply.finish,
            left_out=request.left_out,
            prompt=cut(mask(request.prompt, deps.secrets), _LOGGED),
            answer=cut(reply.masked or mask(reply.text, deps.secrets), _LOGGED),
        )
    )
    return reply
