"""How a step puts a question to a model: budget first, then the call, then the bill.

Before a question its worst case is held against every limit, after it the real use is counted; so
a run goes over a limit by no more than what one question was underestimated.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable
from contextlib import aclosing
from typing import TypeVar

from verdigris.core.budget import Spent, Use
from verdigris.core.events import ModelCalled, Warned
from verdigris.core.text import cut, mask, tidy
from verdigris.models.base import Model, Reply, Request, Role, Tier, answer, sample, spread
from verdigris.models.ledger import Call
from verdigris.models.prices import worst_case
from verdigris.models.recording import key_of
from verdigris.models.wrappers import names_of
from verdigris.steps.deps import Deps

_LOGGED = 20_000
"""Characters of a prompt and an answer that the event log keeps."""
_WRITERS: tuple[Role, ...] = ("coder", "tester")
"""Whose answers become files: only there are secrets put back. Prose keeps its masks."""
T = TypeVar("T")


def model_for(deps: Deps, tier: Tier, role: Role) -> Model | None:
    """Return who is asked: the model of the role where it has one, else that of the tier."""
    return deps.models.get(role) or deps.models.get(tier)


async def ask(deps: Deps, tier: Tier, role: Role, request: Request) -> Reply | None:
    """Return the answer, or None when no model may be asked or a limit forbids it.

    Raises ModelUnavailable when the model cannot be reached.
    """
    model, request = model_for(deps, tier, role), _tidied(request)
    if model is None or not await _allowed(deps, tier, model, request):
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
    while model is not None and count and not await _allowed(deps, tier, model, request, count):
        count -= 1
    if model is None or not count:
        return
    questions = iter(spread(request, count))
    started = time.monotonic()
    async with aclosing(sample(model, request, count)) as replies:
        while (reply := await _in_time(deps, tier, anext(replies, None))) is not None:
            now = time.monotonic()
            question = next(questions, request)
            yield await _counted(deps, tier, role, model, question, reply, now - started)
            started = time.monotonic()


async def _allowed(deps: Deps, tier: Tier, model: Model, request: Request, count: int = 1) -> bool:
    """Hold the worst case against the limits; what forbids it is said once, and `decide` hears."""
    budget = deps.budget
    worst = worst_case(names_of(model), request, count) if budget.is_limited else Use()
    spent = await deps.ledger.spent(deps.bus.run_id) if budget.keeps_accounts else Spent()
    refusal = budget.refusal(tier, deps.meter.total, spent, worst)
    if refusal and count == 1 and refusal != deps.meter.refused:
        deps.meter.refused = refusal
        await deps.bus.emit(Warned(message=f"no further question: {refusal}"))
    return not refusal


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
        run_id = deps.bus.run_id
        use = reply.use.model_copy(update={"seconds": seconds})
        key = f"{run_id}:{key_of(model.name, request)}"
        await deps.ledger.add(
            Call(id=key, run_id=run_id, tier=tier, role=role, model=name, use=use, at=time.time())
        )
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
