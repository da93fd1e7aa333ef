"""How a step puts a question to a model: budget first, then the call, then the bill."""

from __future__ import annotations

from verdigris.core.events import ModelCalled
from verdigris.core.text import cut, tidy
from verdigris.models.base import Reply, Request, Tier
from verdigris.steps.deps import Deps

_LOGGED = 20_000
"""Characters of a prompt and an answer that the event log keeps."""


async def ask(deps: Deps, tier: Tier, role: str, request: Request) -> Reply | None:
    """Return the answer, or None when no model may be asked or the budget is spent.

    Raises ModelUnavailable when the model cannot be reached.
    """
    model = deps.models.get(tier)
    if model is None or deps.budget.exhausted(deps.meter.total):
        return None
    reply = await model.complete(request)
    # Whatever model was handed in: what it says is stored, logged and shown as UTF-8.
    reply = reply.model_copy(update={"text": tidy(reply.text)})
    deps.meter.step = deps.meter.step + reply.use
    await deps.bus.emit(
        ModelCalled(
            role=role,
            model=model.name,
            use=reply.use,
            finish=reply.finish,
            prompt=cut(request.prompt, _LOGGED),
            answer=cut(reply.text, _LOGGED),
        )
    )
    return reply
