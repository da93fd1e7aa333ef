"""The Model seam: one question, one answer.

A model knows nothing of steps, budgets or events. Retrying, masking and counting are added around
it (`wrappers`, `steps/ask`), not inside it.
"""

from __future__ import annotations

from typing import Literal, Protocol, runtime_checkable

from verdigris.core.budget import Use
from verdigris.core.value import Value

Tier = Literal["fast", "strong"]


class Request(Value):
    system: str
    prompt: str
    temperature: float = 0.0
    seed: int | None = None
    max_tokens: int = 1200


class Reply(Value):
    text: str
    use: Use = Use()
    finish: str = "stop"
    """`stop`, `length` when the answer was cut off, `refused` when the provider gave none."""


@runtime_checkable
class Model(Protocol):
    @property
    def name(self) -> str:
        """The name a user would write in settings, such as `local:qwen2.5-coder-1.5b`."""
        ...

    @property
    def context_tokens(self) -> int:
        """How much fits into one question and its answer. Prompts are sized to it."""
        ...

    async def complete(self, request: Request) -> Reply:
        """Answer one request.

        Raises ModelUnavailable, with `transient` set where another try is worth it. Garbage is not
        an error here: what the text is worth is for the caller to find out.
        """
        ...
