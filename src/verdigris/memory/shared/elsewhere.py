"""A memory elsewhere, asked with care: opened when first needed, never waited for long.

One that fails or is slow is left out for a while, and that is said once.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol, TypeVar

from verdigris.core.text import one_line
from verdigris.errors import StoreUnreachable, VerdigrisError
from verdigris.memory.base import MemoryStore
from verdigris.memory.patterns import PatternStore
from verdigris.store.outbox import Letter

T = TypeVar("T")

LEFT_OUT = 60.0
"""Seconds for which a memory that failed is not asked again."""


class Shared(Protocol):
    """A memory that others write to as well. Every method may raise a VerdigrisError."""

    async def store(self) -> MemoryStore: ...

    async def patterns(self) -> PatternStore | None:
        """Return its templates; None where it keeps cards only."""
        ...

    async def receive(self, letters: Sequence[Letter]) -> None:
        """Take in letters, each as harmless twice as once."""
        ...

    async def close(self) -> None: ...


Trouble = Callable[[str], Awaitable[None]]
"""Is told why the memory is left out, once."""


class Careful:
    """Asks a shared memory, within limits."""

    def __init__(self, shared: Shared, seconds: float, trouble: Trouble) -> None:
        self.shared = shared
        self._seconds = seconds
        self._trouble = trouble
        self._said = False
        self._out_until = 0.0
        self._given_up: set[asyncio.Task[object]] = set()

    async def ask(self, question: Callable[[MemoryStore], Awaitable[T]], otherwise: T) -> T:
        """Return the answer of its cards, or something else where there is none in time."""

        async def asking() -> T:
            return await question(await self.shared.store())

        return await self._within(asking, otherwise)

    async def ask_patterns(
        self, question: Callable[[PatternStore], Awaitable[T]], otherwise: T
    ) -> T:
        async def asking() -> T:
            patterns = await self.shared.patterns()
            return otherwise if patterns is None else await question(patterns)

        return await self._within(asking, otherwise)

    @property
    def left_out(self) -> bool:
        return time.monotonic() < self._out_until

    async def leave_out(self, why: str) -> None:
        """Do without it for a while; the first time, say so."""
        self._out_until = time.monotonic() + LEFT_OUT
        if not self._said:
            self._said = True
            await self._trouble(why)

    async def close(self) -> None:
        await self.shared.close()

    async def _within(self, asking: Callable[[], Awaitable[T]], otherwise: T) -> T:
        if self.left_out:
            return otherwise
        try:
            return await self._timed(asking)
        except VerdigrisError as error:
            await self.leave_out(str(error))
        except Exception as error:
            # Whatever stands there may have been written by anybody; it ends nobody's run.
            await self.leave_out(one_line(f"{type(error).__name__}: {error}", 300))
        return otherwise

    async def _timed(self, asking: Callable[[], Awaitable[T]]) -> T:
        # Not `asyncio.timeout`: a driver whose server is silent takes seconds to be cancelled.
        task = asyncio.ensure_future(asking())
        try:
            done, _ = await asyncio.wait({task}, timeout=self._seconds)
        except asyncio.CancelledError:
            task.cancel()
            raise
        if done:
            return task.result()
        task.cancel()
        self._given_up.add(task)
        task.add_done_callback(self._given_up.discard)
        task.add_done_callback(lambda late: late.cancelled() or late.exception())
        raise StoreUnreachable(f"There was no answer within {self._seconds:g} seconds.")
