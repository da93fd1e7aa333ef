"""The pool of warm workers: a change in, a Report out, or the reason why only a cold run can tell.

What comes from here ranks candidates; it is never a verdict. Whoever calls something green has run
it cold, in a fresh copy.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from functools import partial
from typing import Literal, Self, TypeVar

from verdigris.core.change import Change
from verdigris.core.report import Report
from verdigris.core.value import Value
from verdigris.sandbox.base import Sandbox
from verdigris.suites.warm.launch import Launch
from verdigris.suites.warm.wire import Level, Trial, WorkerLost
from verdigris.suites.warm.worker import Fresh, Worker, open_worker

CANDIDATES_PER_WORKER = 1000
"""A worker is replaced after so many: what leaks, in the kernel or in us, does not add up."""
_SETBACKS = 3
"""Lost or spoilt workers in a row after which warm trials are given up."""
_SAMPLE = 20
"""Passing tests by which it is seen whether a worker runs them as a cold run does."""
_LEAKS = 2
"""Times that candidates left a trace for the next ones, after which each has its own child."""

T = TypeVar("T")


class Tried(Value):
    report: Report | None
    """None when only a cold run can tell."""
    level: Level | Literal["cold"]
    reason: str = ""
    """Why no quicker level was used."""


class _Slot:
    """A worker with what must be undone to end it."""

    def __init__(self, worker: Worker, stack: AsyncExitStack) -> None:
        self.worker = worker
        self.stack = stack


class WarmRunner:
    """Use as an async context manager. Workers are started when they are first needed."""

    def __init__(
        self,
        launch: Launch,
        sandbox: Sandbox,
        fresh: Fresh,
        *,
        known: Report | None = None,
        workers: int | None = None,
    ) -> None:
        self._launch = launch
        self._sandbox = sandbox
        self._fresh = fresh
        self._known = known
        self._free = asyncio.Semaphore(workers or os.cpu_count() or 1)
        self._idle: list[_Slot] = []
        self._setbacks = 0
        self._given_up = ""
        self._leaks = 0
        self.one_by_one = ""
        """Why candidates do not share a child."""
        self._calibrating = asyncio.Lock()
        self._calibrated: dict[Level, str] = {}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self._given_up = "the runner is closed"
        while self._idle:
            await self._idle.pop().stack.aclose()

    async def try_change(
        self,
        change: Change | None,
        *,
        only: Sequence[str] = (),
        first: Sequence[str] = (),
        stop_at_first_failure: bool = False,
        terse: bool = False,
        test_seconds: float | None = None,
    ) -> Tried:
        """Run tests of the project with a change on top, or as it is when there is none.

        Several calls at once share the workers. Never raises for what a candidate does.
        """
        edits = tuple((edit.path, edit.after) for edit in change.edits) if change else ()
        trial = Trial(
            edits=edits,
            only=tuple(only),
            first=tuple(first),
            stop_at_first_failure=stop_at_first_failure,
            terse=terse,
            test_seconds=test_seconds or self._launch.test_seconds,
        )
        return await self._with_worker(partial(self._on, trial=trial))

    async def try_many(
        self,
        changes: Sequence[Change],
        *,
        only: Sequence[str] = (),
        stop_at_first_failure: bool = False,
        test_seconds: float | None = None,
    ) -> list[Tried]:
        """Try several changes, tersely, in one child as long as none leaves a trace in it."""
        trial = Trial(
            variants=tuple(
                tuple((edit.path, edit.after) for edit in change.edits) for change in changes
            ),
            only=tuple(only),
            stop_at_first_failure=stop_at_first_failure,
            terse=True,
            test_seconds=test_seconds or self._launch.test_seconds,
        )
        found: list[Tried | None] = [None] * len(changes)
        if len(changes) > 1 and not self.one_by_one:
            several = await self._with_worker(partial(self._on_many, trial=trial))
            found = several if isinstance(several, list) else found
        return [
            tried
            or await self.try_change(
                change,
                only=only,
                stop_at_first_failure=stop_at_first_failure,
                terse=True,
                test_seconds=test_seconds,
            )
            for change, tried in zip(changes, found, strict=True)
        ]

    async def _with_worker(self, use: Callable[[Worker], Awaitable[T]]) -> T | Tried:
        async with self._free:
            if self._given_up:
                return _cold(self._given_up)
            slot: _Slot | None = None
            try:
                slot = self._idle.pop() if self._idle else await self._start()
                found = await use(slot.worker)
            except BaseException as error:
                if slot is not None:
                    await slot.stack.aclose()
                if not isinstance(error, WorkerLost):
                    raise
                self._setback(str(error))
                return _cold(str(error))
            await self._give_back(slot)
            return found

    async def _start(self) -> _Slot:
        async with AsyncExitStack() as stack:
            worker = await stack.enter_async_context(
                open_worker(self._launch, self._sandbox, self._fresh)
            )
            return _Slot(worker, stack.pop_all())

    async def _give_back(self, slot: _Slot) -> None:
        if slot.worker.spoilt:
            self._setback(f"the tests change the project's files: {slot.worker.spoilt}")
        else:
            self._setbacks = 0
        if slot.worker.spoilt or slot.worker.tried >= CANDIDATES_PER_WORKER or self._given_up:
            await slot.stack.aclose()
        else:
            self._idle.append(slot)

    def _setback(self, reason: str) -> None:
        self._setbacks += 1
        if self._setbacks >= _SETBACKS:
            self._given_up = self._given_up or reason

    async def _on(self, worker: Worker, trial: Trial) -> Tried:
        """Try at the quickest level that takes the trial."""
        reason = next(iter(worker.refusals.values()), "")
        for level in reversed(worker.levels):
            if against := await self._against(worker, level, trial):
                reason = reason or against
                continue
            said = await worker.attempt(level, trial)
            if isinstance(said, str):
                reason = reason or said
            elif said.ending != "finished" and worker.levels[level].threads > 1:
                # A lock that a native thread held at the fork is held for ever in the child.
                return _cold("it did not finish, in a process that was forked beside threads")
            else:
                return Tried(report=said, level=level, reason=reason)
            if worker.spoilt:
                break
        return _cold(reason)

    async def _on_many(self, worker: Worker, trial: Trial) -> list[Tried | None]:
        """Try several at the quickest level; None for those that must be tried alone."""
        nothing: list[Tried | None] = [None] * len(trial.variants)
        plain = trial.model_copy(update={"variants": ()})
        if "collected" not in worker.levels or await self._against(worker, "collected", plain):
            self.one_by_one = "the project cannot be tried at the quickest level"
            return nothing
        said = await worker.attempt_many(trial)
        if isinstance(said, str):
            self._leaks += 1
            if self._leaks >= _LEAKS:
                self.one_by_one = said
            return nothing
        return [
            None if isinstance(one, str) else Tried(report=one, level="collected") for one in said
        ]

    def _passing(self) -> tuple[str, ...]:
        return tuple(r.id for r in self._known.passed[:_SAMPLE]) if self._known else ()

    async def _against(self, worker: Worker, level: Level, trial: Trial) -> str:
        """Return what speaks against a level: the unchanged project fares otherwise than cold."""
        if self._known is None:
            return ""
        async with self._calibrating:
            if level not in self._calibrated:
                # Passing tests as well: what fails in any case fails in a wrong place, too.
                only = (*trial.only, *self._passing()) if trial.only else ()
                plain = trial.model_copy(
                    update={"edits": (), "only": only, "stop_at_first_failure": False}
                )
                said = await worker.attempt(level, plain)
                fits = isinstance(said, Report) and agree(said, self._known, only)
                self._calibrated[level] = "" if fits else "the unchanged project fares otherwise"
            return self._calibrated[level]


def agree(one: Report, other: Report, only: Sequence[str]) -> bool:
    """Tell whether two reports say the same of every test, or of those given."""
    wanted = set(only) or {result.id for report in (one, other) for result in report.results}
    return all(_outcome(one, test) == _outcome(other, test) for test in wanted)


def _outcome(report: Report, test: str) -> str | None:
    result = report.result(test)
    return result.outcome if result else None


def _cold(reason: str) -> Tried:
    return Tried(report=None, level="cold", reason=reason)
