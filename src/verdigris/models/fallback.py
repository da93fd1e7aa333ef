"""What happens when a model cannot answer: the next one does, and a dead provider is left alone.

`Guarded` counts the faults of a provider and opens its breaker; `Falling` goes down a list.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field

from verdigris.core.budget import Use
from verdigris.errors import MissingError, ModelUnavailable, UserError
from verdigris.models.base import (
    Hear,
    Model,
    Reply,
    Request,
    answer,
    at_once,
    close,
    learn,
    sample,
)
from verdigris.models.wrappers import Around, names_of, rest

FAULTS = 5
"""After so many faults in a row a provider is left alone."""
PAUSE = 30.0
"""Seconds until it is tried again, with one question."""


@dataclass
class Breaker:
    """Of one provider: closed while it works, open while it is left alone."""

    clock: Callable[[], float] = time.monotonic
    faults: int = 0
    open_until: float = 0.0
    trying: bool = False
    """A single question is out, to see whether the provider is back."""

    def admit(self, name: str) -> None:
        """Let a question through, or raise ModelUnavailable."""
        if self.faults < FAULTS:
            return
        wait = self.open_until - self.clock()
        if wait > 0 or self.trying:
            raise ModelUnavailable(
                f"{name} failed {self.faults} times in a row and is left alone for a while.",
                hint=f"It is tried again in {max(wait, 1):.0f} s; or name another model.",
            )
        self.trying = True

    def worked(self) -> None:
        self.faults, self.trying = 0, False

    def failed(self) -> None:
        self.faults, self.trying = self.faults + 1, False
        self.open_until = self.clock() + PAUSE

    def gave_up(self) -> None:
        """Say that the question was taken back, so that nothing was learned of the provider."""
        self.trying = False


@dataclass
class Breakers:
    """One for each provider, shared by all models of a run."""

    clock: Callable[[], float] = time.monotonic
    known: dict[str, Breaker] = field(default_factory=dict)

    def of(self, name: str) -> Breaker:
        provider = name.partition("#")[0] if "://" in name else name.partition(":")[0]
        return self.known.setdefault(provider, Breaker(self.clock))


class Guarded(Around):
    """Asks only while the breaker of the model's provider lets it."""

    def __init__(self, inner: Model, breaker: Breaker) -> None:
        super().__init__(inner)
        self._breaker = breaker

    async def _ask(self, request: Request, hear: Hear | None) -> Reply:
        self._breaker.admit(self.name)
        try:
            reply = await super()._ask(request, hear)
        except BaseException as error:
            self._count(error)
            raise
        self._breaker.worked()
        return reply

    async def sample(self, request: Request, count: int) -> AsyncGenerator[Reply, None]:
        self._breaker.admit(self.name)
        try:
            async with aclosing(sample(self._inner, request, count)) as replies:
                async for reply in replies:
                    self._breaker.worked()
                    yield reply
        except BaseException as error:
            self._count(error)
            raise

    def _count(self, error: BaseException) -> None:
        if not isinstance(error, ModelUnavailable):
            self._breaker.gave_up()
        elif error.transient:
            self._breaker.failed()
        else:
            self._breaker.worked()  # it answered, if only to refuse


Fault = MissingError | UserError
_FALLS = (MissingError, UserError)
"""What one model cannot do and another may: it has no key, no server, no file on this machine.

A name that cannot be read is not among them: it is refused before anything is asked, since a slip
of the pen is to be corrected and not paid for. What is wrong with the disk or with us stops the
run.
"""


class Falling:
    """The models of a tier, in order: each is asked when those before it cannot answer."""

    def __init__(self, models: Sequence[Model]) -> None:
        self._models = tuple(models)
        self._out: dict[str, Fault] = {}
        self.name = self._models[0].name
        self.names = tuple(name for model in self._models for name in names_of(model))

    @property
    def context_tokens(self) -> int:
        """That of the smallest, so that a question fits whoever answers it."""
        return min(model.context_tokens for model in self._models)

    @property
    def at_once(self) -> int:
        return at_once(self._models[0])

    async def learn(self) -> None:
        await asyncio.gather(*(learn(model) for model in self._models))

    async def close(self) -> None:
        await asyncio.gather(*(close(model) for model in self._models))

    async def complete(self, request: Request) -> Reply:
        return await self._ask(request, None)

    async def stream(self, request: Request, hear: Hear) -> Reply:
        return await self._ask(request, hear)

    async def sample(self, request: Request, count: int) -> AsyncGenerator[Reply, None]:
        # A refusal is held back, for the next model may answer in its place. What it used is owed
        # by whatever is yielded next: whoever stops listening then has paid for it.
        given, faults, owed = 0, dict(self._out), Use()
        refused: list[Reply] = []
        for model in self._models:
            if given == count or model.name in self._out:
                continue
            before = len(refused)
            try:
                more = sample(model, rest(request, given), count - given)
                async with aclosing(more) as replies:
                    async for reply in replies:
                        owed += reply.use
                        if reply.finish == "refused":
                            refused.append(reply)
                            continue
                        due, owed, given = owed, Use(), given + 1
                        yield self._signed(_billed(reply, due), model, faults)
                if len(refused) == before:
                    return
                faults[model.name] = _refusal(model)
            except _FALLS as error:
                self._learn_of(model, error, faults)
        for reply in refused[::-1][: count - given]:
            due, owed, given = owed, Use(), given + 1
            yield _billed(reply, due)
        if given < count:
            raise self._nobody(faults)

    async def _ask(self, request: Request, hear: Hear | None) -> Reply:
        faults = dict(self._out)
        refused: Reply | None = None
        for model in self._models:
            if model.name in self._out:
                continue
            try:
                reply = self._signed(await answer(model, request, hear), model, faults)
            except _FALLS as error:
                self._learn_of(model, error, faults)
                continue
            if refused is not None:  # paid for, although it said nothing
                reply = _billed(reply, refused.use + reply.use)
            if reply.finish != "refused":
                return reply
            refused = reply
            faults[model.name] = _refusal(model)
        if refused is not None:
            return refused
        raise self._nobody(faults)

    def _learn_of(self, model: Model, error: Fault, faults: dict[str, Fault]) -> None:
        faults[model.name] = error
        if not isinstance(error, ModelUnavailable) or error.lasting:
            self._out[model.name] = error

    def _signed(self, reply: Reply, model: Model, faults: dict[str, Fault]) -> Reply:
        """Say who answered, and why it was not the first."""
        if not faults or reply.finish == "refused":
            return reply
        why = " ".join(str(error) for error in faults.values())
        note = f"{why} {model.name} answers in its place."
        return reply.model_copy(update={"model": reply.model or model.name, "note": note})

    def _nobody(self, faults: dict[str, Fault]) -> Fault:
        if len(faults) == 1:
            return next(iter(faults.values()))
        first = next(iter(faults.values()))
        return ModelUnavailable(
            f"None of the {len(faults)} models can answer: "
            + " ".join(str(error) for error in faults.values()),
            hint=first.hint,
            transient=False,
        )


def _refusal(model: Model) -> ModelUnavailable:
    return ModelUnavailable(f"{model.name} refused to answer this question.")


def _billed(reply: Reply, use: Use) -> Reply:
    return reply.model_copy(update={"use": use})
