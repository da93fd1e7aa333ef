"""Asking for a structure: read tolerantly, then asked once more with the reason, then given up."""

from __future__ import annotations

from typing import TypeVar

from verdigris.core.loose import WrongShape, read_loosely
from verdigris.core.text import cut
from verdigris.core.value import Value
from verdigris.models.base import Request, Role, Tier
from verdigris.steps.asking.ask import ask
from verdigris.steps.deps import Deps

V = TypeVar("V", bound=Value)
_REPEATED = 1500
"""Characters of a wrong answer that are held up to the model."""


async def ask_for(
    deps: Deps, tier: Tier, role: Role, request: Request, shape: type[V], *, tries: int = 2
) -> V | None:
    """Return what the model answered, or None when it may not be asked or cannot say it.

    The prompt says which form is wanted; `request.json_schema` holds a model to it that can be
    held. Raises ModelUnavailable when the model cannot be reached.
    """
    asked = request
    for _ in range(tries):
        reply = await ask(deps, tier, role, asked)
        if reply is None or reply.finish == "refused":
            return None
        try:
            return read_loosely(reply.text, shape)
        except WrongShape as mistake:
            again = (
                f"{request.prompt}\n\nYou answered:\n{cut(reply.text.strip(), _REPEATED)}\n\n"
                f"{mistake} Answer again, in that form."
            )
            asked = request.model_copy(update={"prompt": again})
    return None
