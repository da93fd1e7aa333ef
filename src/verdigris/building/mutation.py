"""How strong the trusted tests are: small faults are put into the code, and counted if noticed.

Each mutant runs on the warm runner where that is possible. The score says how closely the tests
hold the code to what it does now, not that what it does is right.
"""

from __future__ import annotations

import asyncio
import math
import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from verdigris.core.building import Strength
from verdigris.core.change import Change, make_change
from verdigris.core.report import Report
from verdigris.core.text import count, one_line
from verdigris.languages.base import Language
from verdigris.suites.warm.trials import Trials

_LEAST_PATIENCE = 2.0
"""Seconds for a test of a mutant at least; loops that lost their end are common."""
_MANY = 7
"""Mutants from which a warm worker is cheaper than so many starts."""


@dataclass(frozen=True)
class _Fault:
    path: str
    line: int
    what: str
    change: Change

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {one_line(self.what, 120)}"


async def measure(
    trials: Trials,
    language: Language,
    texts: Mapping[str, str],
    *,
    limit: int,
    seconds: float,
    test_seconds: float | None,
    over: str = "",
) -> Strength:
    """Run the tests on mutants of the texts, which are what the trials have on disk.

    A mutant is killed when any test fails or does not end. Stops at `limit` mutants and after
    `seconds`, and says so; `over` is what is over then, in words. Raises what a cold run raises.
    """
    if seconds <= 0:
        return _void(over or "there was no time for it")
    ends = time.monotonic() + seconds
    faults, more = _faults(language, texts, limit)
    if not faults:
        return _void("there is nothing in the code to put a fault into")
    if len(faults) >= _MANY:
        trials.expect_many()
    plain = await _first(trials, seconds, test_seconds)
    if plain is None:
        return _void(over or f"the tests did not end within {seconds:g} s on the code as it is")
    if not plain.green:
        said = plain.message or plain.summary()
        return _void(f"the tests are not green on the code as it is ({one_line(said, 120)})")
    patience = _patience(plain, test_seconds)
    told = await _run_all(trials, faults, patience, ends)
    notes = [f"a sample of {len(faults)}: the code has more places for a fault"] if more else []
    if len(told) < len(faults):
        tried = f"{len(told)} of {count(len(faults), 'mutant')}"
        notes.append(f"{tried} tried: {over or f'{seconds:g} s were over'}")
    return _strength(told, notes)


def _faults(language: Language, texts: Mapping[str, str], limit: int) -> tuple[list[_Fault], bool]:
    """Return the mutants to try, shared among the files by what each has to offer; and whether
    there would be more.

    In an order that is mixed and always the same: where time runs out, what was tried is a fair
    sample of all.
    """
    offered = [_of(language, path, text, 3 * limit) for path, text in sorted(texts.items())]
    total = sum(map(len, offered))
    mixed = random.Random(0)
    if total > limit:
        shares = [math.ceil(limit * len(faults) / total) for faults in offered]
        offered = [mixed.sample(*one) for one in zip(offered, shares, strict=True)]
    found = [fault for faults in offered for fault in faults]
    mixed.shuffle(found)
    return found[:limit], total > limit


def _of(language: Language, path: str, text: str, limit: int) -> list[_Fault]:
    """Return the faults of a file, each once. That they compile, and to other code than the text
    does, is the language's business; a difference in layout or a comment is none here either.
    """
    found: dict[str, _Fault] = {}
    for mutant in language.mutants(text, limit):
        if change := make_change({path: text}, {path: mutant.text}, "search"):
            fault = _Fault(path, mutant.line, mutant.what, change)
            found.setdefault(change.fingerprint, fault)
    return list(found.values())


async def _first(trials: Trials, seconds: float, test_seconds: float | None) -> Report | None:
    try:
        async with asyncio.timeout(seconds):
            told = await trials.try_change(
                Change(edits=(), origin="search"), test_seconds=test_seconds, terse=True
            )
    except TimeoutError:
        return None
    return told.report


def _patience(plain: Report, test_seconds: float | None) -> float:
    slowest = max((result.seconds for result in plain.passed), default=0.0)
    ample = max(_LEAST_PATIENCE, 10 * slowest)
    return min(ample, test_seconds) if test_seconds else ample


async def _run_all(
    trials: Trials, faults: Sequence[_Fault], patience: float, ends: float
) -> dict[_Fault, Report]:
    """Return what was told of each, as far as time allowed."""
    told: dict[_Fault, Report] = {}
    waiting = iter(faults)

    async def work() -> None:
        for fault in waiting:
            found = await trials.try_change(
                fault.change, test_seconds=patience, stop_at_first_failure=True, terse=True
            )
            told[fault] = found.report

    try:
        async with asyncio.timeout(max(0.0, ends - time.monotonic())), asyncio.TaskGroup() as group:
            for _ in range(trials.workers):
                group.create_task(work())
    except TimeoutError:
        pass  # what was told until then stands
    except ExceptionGroup as several:
        raise several.exceptions[0] from None
    return told


def _strength(told: Mapping[_Fault, Report], notes: list[str]) -> Strength:
    judged = {
        fault: report
        for fault, report in told.items()
        if not report.infrastructure and not _does_not_load(report)
    }
    alive = [fault for fault, report in judged.items() if report.green]
    killed = {(fault.path, fault.line) for fault, report in judged.items() if not report.green}
    # A line of which every fault goes unnoticed is one that no test looks at: the most telling.
    alive.sort(key=lambda one: ((one.path, one.line) in killed, one.path, one.line, one.what))
    if left_out := len(told) - len(judged):
        notes = [
            *notes,
            f"{left_out} could not be loaded and {'does' if left_out == 1 else 'do'} not count",
        ]
    return Strength(
        mutants=len(judged),
        killed=len(judged) - len(alive),
        survivors=tuple(map(str, alive)),
        note="; ".join(notes),
    )


def _does_not_load(report: Report) -> bool:
    """Tell whether a mutant is no program: where we cannot compile, its runner says so."""
    return bool(report.failures) and all(
        "::" not in one.id and "SyntaxError" in (one.exception or one.message)
        for one in report.failures
    )


def _void(why: str) -> Strength:
    return Strength(mutants=0, killed=0, note=why)
