"""Stamps events and hands them to the listeners, in order, one at a time.

Numbers start again at each step, so a step that is done again after a kill emits the same ids.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar, runtime_checkable

from verdigris.core.events import Base, Event, StepName

E = TypeVar("E", bound=Base)


class Listener(Protocol):
    async def hear(self, event: Event) -> None:
        """Take in one event. May raise StoreError, which stops the run; nothing else."""
        ...


@runtime_checkable
class Overhearing(Protocol):
    @property
    def listening(self) -> bool: ...

    def overhear(self, role: str, text: str) -> None:
        """Take in words of an answer while a model is writing it. Not kept anywhere."""
        ...


class Bus:
    def __init__(
        self, run_id: str, listeners: Sequence[Listener], clock: Callable[[], float] = time.time
    ) -> None:
        self.run_id = run_id
        self._listeners = tuple(listeners)
        self._clock = clock
        self._iteration = 0
        self._step: StepName | str = ""
        self._count = 0

    def overhearer(self, role: str) -> Callable[[str], None] | None:
        """Return whom to tell the words of an answer as they come; None when nobody listens."""
        ears = [one for one in self._listeners if isinstance(one, Overhearing) and one.listening]

        def tell(text: str) -> None:
            for one in ears:
                one.overhear(role, text)

        return tell if ears else None

    def enter(self, iteration: int, step: StepName | str) -> None:
        """Say where the following events come from."""
        self._iteration, self._step, self._count = iteration, step, 0

    async def emit(self, event: Base) -> None:
        self._count += 1
        where = f"{self.run_id}:{self._iteration}:{self._step or 'run'}"
        stamped = event.model_copy(
            update={
                "id": f"{where}:{event.__class__.__name__}:{self._count}",
                "run_id": self.run_id,
                "iteration": self._iteration,
                "step": self._step,
                "at": self._clock(),
            }
        )
        for listener in self._listeners:
            await listener.hear(stamped)  # type: ignore[arg-type]  # every Base is one of Event
