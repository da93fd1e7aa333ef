"""Trials end with the time of the run, and what was found out before stands."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import cast

from verdigris.building.agreement import agree
from verdigris.building.matrix import run_matrix
from verdigris.core.budget import Budget, Use
from verdigris.core.building import Check
from verdigris.core.change import Change, FileEdit
from verdigris.core.report import Report
from verdigris.core.report import TestResult as Result
from verdigris.edits.workspace import Workspace
from verdigris.settings import Settings
from verdigris.steps.deps import Deps, Meter
from verdigris.steps.trying.in_time import OVER, TimedTrials, seconds_left
from verdigris.suites.base import Suite
from verdigris.telemetry.bus import Bus
from verdigris.testing import InMemoryStore

IDS = {"one": "t.py::one", "two": "t.py::two"}
CHECKS = [
    Check(name=name, part="a.py", body=f"assert {name}", origin="criterion", sample=number)
    for number, name in enumerate(IDS)
]


class Slow:
    """A suite that answers so many runs and never another one."""

    command, where, caution = "slow", "nowhere", ""

    def __init__(self, runs: int) -> None:
        self.runs, self.begun = runs, 0

    async def run(
        self, tree: Path, *, only: Sequence[str] = (), test_seconds: object = None, seed: int = 0
    ) -> Report:
        self.begun += 1
        if self.begun > self.runs:
            await asyncio.Event().wait()
        good = (tree / "a.py").read_text() == "good"
        results = tuple(Result(id=test, outcome="passed" if good else "failed") for test in only)
        return Report(command="slow", exit_code=0 if good else 1, results=results)


def deps(suite: Slow, limit: float | None, used: float = 0.0) -> Deps:
    return Deps(
        settings=Settings(), budget=Budget(max_seconds=limit), bus=Bus("r", []),
        suite=cast("Suite", suite), workspace=cast("Workspace", None), memory=InMemoryStore(),
        models={}, archive=Path("unused"), meter=Meter(before=Use(seconds=used)),
    )  # fmt: skip


def text(words: str) -> Change:
    return Change(
        edits=(FileEdit(path="a.py", before="", after=words),), origin="fast", fingerprint=words
    )


def trials(suite: Slow, folder: Path, limit: float | None, used: float = 0.0) -> TimedTrials:
    @contextlib.asynccontextmanager
    async def copy(change: Change | None) -> AsyncIterator[Path]:
        for edit in change.edits if change else ():
            (folder / edit.path).write_text(edit.after or "")
        yield folder

    made = TimedTrials(deps(suite, limit, used), copy)
    made.workers = 1
    return made


async def test_without_a_limit_nothing_is_cut_short(tmp_path: Path) -> None:
    async with trials(Slow(9), tmp_path, None) as some:
        told = await some.try_change(text("good"), only=["t.py::one"])
    assert told.report.green and not some.cut_short


async def test_after_the_limit_nothing_is_begun_and_the_reason_is_given(tmp_path: Path) -> None:
    suite = Slow(9)
    assert seconds_left(deps(suite, 10, used=11)) == 0
    async with trials(suite, tmp_path, 10, used=11) as some:
        told = await some.try_change(text("good"), only=["t.py::one"])
    assert suite.begun == 0 and some.cut_short
    [result] = told.report.results
    assert result.outcome == "skipped" and result.message == OVER


async def test_a_matrix_that_runs_out_of_time_has_what_was_found_out_before(tmp_path: Path) -> None:
    """The stub and one candidate are tried; the other one, and the repetition, never end."""
    suite = Slow(2)
    async with trials(suite, tmp_path, 1) as some:
        matrix = await run_matrix(
            some, [text("good"), text("bad")], text("stub"), IDS, test_seconds=None
        )
    assert some.cut_short and suite.begun == 3
    assert matrix.passes == (frozenset(IDS), frozenset()) and not matrix.flaky
    assert agree(CHECKS, matrix).chosen == 0
    assert OVER in " ".join(matrix.faults.values())
