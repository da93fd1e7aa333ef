"""One candidate against all tests: its row of the matrix, whatever the candidate and the tests do.

A process that dies or hangs takes the tests after it along. They are asked for again without the
one that was running, in halves where nothing tells which it was, and given up after a few rounds:
what could not be made to speak has not passed.
"""

from __future__ import annotations

import asyncio
import math
from collections import deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from verdigris.core.change import Change
from verdigris.core.report import Report, TestResult
from verdigris.core.text import count, one_line
from verdigris.suites.warm.trials import Trials

QUICK = 2.0
"""Seconds for each test at first: candidates that never end are common."""
WAITED_FOR = 3
"""Slow tests that are asked for again with the whole patience. If none of them passes, the
candidate hangs, and the others are not waited for."""
_ROUNDS = 24
_SILENT = 6
"""Trials of several tests that told of none: enough to find one culprit among 32 by halves."""
STUCK = 3
"""Trials that had to be ended from outside. Each is as long as all its tests may take."""
START = 30.0
"""Seconds that a run may take beside its tests."""
_OWN_PATIENCE = 120.0
"""What a test is reckoned to take at most where the suite itself decides."""


@dataclass
class Row:
    passed: set[str] = field(default_factory=set)
    """Test ids."""
    said: dict[str, str] = field(default_factory=dict)
    """What each of the others said, in a line."""
    unloaded: dict[str, str] = field(default_factory=dict)
    """Files that could not be loaded, and why."""
    slow: list[str] = field(default_factory=list)
    deadly: set[str] = field(default_factory=set)
    """Tests that took their process along."""
    note: str = ""


async def ask(
    trials: Trials,
    change: Change,
    tests: Sequence[str],
    *,
    test_seconds: float | None,
    alone: Collection[str] = (),
) -> Row:
    """Run all tests with a candidate on top, each of those in `alone` by itself.

    Raises only where tests cannot be run at all.
    """
    full = test_seconds or _OWN_PATIENCE
    batches = [tuple(test for test in tests if test not in alone)]
    batches += [(test,) for test in tests if test in alone]
    row = await _ask_all(trials, change, batches, min(QUICK, full))
    if full <= QUICK:
        return row
    slow = row.slow
    for batch in (slow[:WAITED_FOR], slow[WAITED_FOR:]):
        again = await _ask_all(trials, change, [tuple(batch)], full)
        row = _updated(row, again)
        if batch and not again.passed:
            break
    if slow and not row.passed & set(slow):
        row.note = row.note or f"{count(len(slow), 'test')} did not end"
    return row


async def ask_probes(trials: Trials, change: Change, probes: Sequence[str]) -> dict[str, str]:
    """Return what probes say with a candidate on top, each in a line. Slow ones have no answer.

    Apart from the tests: what nobody claims anything about must not cost a test its result.
    """
    return (await _ask_all(trials, change, [tuple(probes)], QUICK)).said


def _updated(row: Row, again: Row) -> Row:
    """Return a row with what was told of some of its tests the second time."""
    passed = row.passed | again.passed
    said = {test: why for test, why in (row.said | again.said).items() if test not in passed}
    note = row.note or again.note
    return replace(row, passed=passed, said=said, note=note)


async def _ask_all(
    trials: Trials, change: Change, batches: Sequence[tuple[str, ...]], patience: float
) -> Row:
    row, waiting = Row(), deque(batch for batch in batches if batch)
    silent = stuck = rounds = 0
    while waiting:
        if rounds >= _ROUNDS or silent >= _SILENT or stuck >= STUCK:
            _give_up(row, [test for batch in waiting for test in batch])
            break
        rounds += 1
        batch = waiting.popleft()
        report = await _run(trials, change, batch, patience)
        stuck += report is None
        lost = _read(row, report, batch)
        silent += len(lost) == len(batch) > 1
        waiting.extend(_next(row, batch, lost))
    return row


async def _run(
    trials: Trials, change: Change, batch: Sequence[str], patience: float
) -> Report | None:
    """Return what a run of some tests told; None when it would not end.

    A test is interrupted from within after its time. Code that cannot be interrupted, such as an
    endless power of two, is ended here, long before the limit of a whole suite.
    """
    try:
        async with asyncio.timeout(patience * len(batch) + START):
            told = await trials.try_change(change, only=batch, test_seconds=patience)
    except TimeoutError:
        return None
    return told.report


def _read(row: Row, report: Report | None, batch: Sequence[str]) -> list[str]:
    """Take down what a report tells; return the tests it leaves open."""
    if report is None:
        return list(batch)
    lost = []
    heard = {result.id.partition("::")[0] for result in report.results if "::" in result.id}
    # An error is of the file itself; a failure under its name is a test that hung or crashed.
    broken = {
        one.id: _line(one)
        for one in report.failures
        if one.outcome == "error" or one.id == "command"
    }
    for test in batch:
        file = test.partition("::")[0]
        result = report.result(test)
        if result is None and len(batch) == 1:
            result = _in_its_name(report.result(file), test)
        if result is not None:
            _settle(row, result)
        elif (why := _why_unloaded(broken, file)) and file not in heard:
            row.unloaded[file] = row.said[test] = why
        else:
            lost.append(test)
    return lost


def _in_its_name(whole: TestResult | None, test: str) -> TestResult | None:
    """Return what was told of a file as told of its one test: that it hung or crashed.

    Never a pass: a file passes when its process leaves with status 0, whatever became of the test.
    """
    if whole is None or whole.outcome != "failed":
        return None
    return whole.model_copy(update={"id": test})


def _settle(row: Row, result: TestResult) -> None:
    if result.outcome == "passed":
        row.passed.add(result.id)
        return
    row.said[result.id] = _line(result)
    if result.exception == "Crash":
        row.deadly.add(result.id)
    if is_hang(result):
        row.slow.append(result.id)


def _why_unloaded(broken: Mapping[str, str], file: str) -> str:
    """Return why a file was not loaded; empty where its process may have died in a test."""
    why = broken.get(file) or broken.get("command") or broken.get("collection") or ""
    return "" if why.startswith("the file ended with status") else why


def _next(row: Row, batch: Sequence[str], lost: Sequence[str]) -> list[tuple[str, ...]]:
    """Return what to ask for next: what was lost, in halves if that was everything."""
    if len(lost) < len(batch):
        return [tuple(lost)] if lost else []
    if len(batch) == 1:
        row.said[batch[0]] = "its process ended or hung without a word"
        row.deadly.add(batch[0])
        return []
    middle = math.ceil(len(batch) / 2)
    return [tuple(batch[:middle]), tuple(batch[middle:])]


def _give_up(row: Row, tests: Sequence[str]) -> None:
    row.note = f"{count(len(tests), 'test')} gave no answer: the process died or hung too often"
    for test in tests:
        row.said[test] = "no answer: the process died or hung too often"


def is_hang(result: TestResult) -> bool:
    return result.exception == "Hang" or "did not finish within" in result.message


def _line(result: TestResult) -> str:
    return one_line(result.message or result.exception or result.outcome, 160)
