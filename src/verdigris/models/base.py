"""The Model seam: one question, one answer.

A model knows nothing of steps, budgets or events. Retrying, masking and counting are added around
it (`wrappers`, `steps/ask`), not inside it. Only `complete` is required; what a model can do
beyond it is found by asking for `Streaming` (its words as they come), `Sampling` (several answers
at once), `Learning` (what it is, from its server) and `Closing` (its connections).
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any, Literal, Protocol, runtime_checkable

from verdigris.core.budget import Use
from verdigris.core.value import Value

Tier = Literal["fast", "strong"]
Role = Literal["planner", "coder", "tester", "reviewer", "reflector", "auditor"]
Seat = Literal[
    "fast", "strong", "planner", "coder", "tester", "reviewer", "reflector", "auditor"
]  # fmt: skip
"""Where a model may sit: in a tier, or in a role of its own, which then goes before the tier."""
Hear = Callable[[str], None]
"""Takes in the words of an answer while it is being written."""


class Request(Value):
    system: str
    prompt: str
    temperature: float = 0.0
    seed: int | None = None
    max_tokens: int = 1200
    shared: int = 0
    """So many characters of the prompt begin other questions too: worth keeping for a provider."""
    json_schema: dict[str, Any] | None = None
    """The shape of the answer. A model that can be held to it is; the others only read of it."""
    left_out: str = ""
    """What did not fit into the prompt, in words, for whoever watches."""
    greedy_first: bool = False
    """Of several samples, the first is taken at temperature 0."""


class Reply(Value):
    text: str
    use: Use = Use()
    finish: str = "stop"
    """`stop`, `length` when the answer was cut off, `refused` when the provider gave none."""
    model: str = ""
    """Who answered, where that need not be the one that was asked first."""
    note: str = ""
    """What a user should know about how the answer came about, in one sentence."""
    masked: str = ""
    """The text as the model wrote it, where a secret was put back since; this is what logs keep."""
    recorded: bool = False
    """Taken from a recording: nothing was asked and nothing spent."""


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


@runtime_checkable
class Streaming(Protocol):
    async def stream(self, request: Request, hear: Hear) -> Reply:
        """Like `complete`, telling the words as they come. The reply holds all of them."""
        ...


@runtime_checkable
class Sampling(Protocol):
    @property
    def at_once(self) -> int:
        """How many answers it writes in about the time of one; 1 where they just queue up."""
        ...

    def sample(self, request: Request, count: int) -> AsyncGenerator[Reply, None]:
        """Yield `count` answers to the requests that `spread` names, each as soon as it is there.

        Raises ModelUnavailable as `complete` does; what was yielded before stands.
        """
        ...


@runtime_checkable
class Learning(Protocol):
    async def learn(self) -> None:
        """Ask the server what the model is, such as how much fits into it, before any question.

        Never raises for a server that is down: whoever asks a question hears of it.
        """
        ...


@runtime_checkable
class Closing(Protocol):
    async def close(self) -> None:
        """Give back the connections; a later question opens others."""
        ...


def spread(request: Request, count: int) -> list[Request]:
    """Return what several samples are: the same question, with the seeds counted up."""
    first = request.seed or 0
    questions = [
        request.model_copy(update={"seed": first + number, "greedy_first": False})
        for number in range(count)
    ]
    if request.greedy_first and questions:
        questions[0] = questions[0].model_copy(update={"temperature": 0.0})
    return questions


async def answer(model: Model, request: Request, hear: Hear | None = None) -> Reply:
    """Ask any model, streaming where it can and somebody listens."""
    if hear is not None and isinstance(model, Streaming):
        return await model.stream(request, hear)
    return await model.complete(request)


async def sample(model: Model, request: Request, count: int) -> AsyncGenerator[Reply, None]:
    """Yield several answers of any model; one after the other where it has no better way.

    Closing the generator takes back what is still being asked.
    """
    if isinstance(model, Sampling):
        async with aclosing(model.sample(request, count)) as replies:
            async for reply in replies:
                yield reply
        return
    for question in spread(request, count):
        yield await model.complete(question)


def at_once(model: Model) -> int:
    return model.at_once if isinstance(model, Sampling) else 1


async def learn(model: Model) -> None:
    if isinstance(model, Learning):
        await model.learn()


async def context_of(model: Model) -> int:
    """Return how much fits into a question and its answer, once the server was asked for it."""
    await learn(model)
    return model.context_tokens


async def close(model: Model) -> None:
    if isinstance(model, Closing):
        await model.close()
