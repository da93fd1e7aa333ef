"""Records one whole run, as a process of its own: tests start ten of it, or kill one.

Usage: writer.py URL RUN_ID. Says `ready`, waits for a line, then says each step it has recorded.
"""

from __future__ import annotations

import asyncio
import itertools
import sys

from verdigris.core.budget import Use
from verdigris.core.change import Change, make_change
from verdigris.core.events import (
    Base,
    CandidateTried,
    ChangeApplied,
    FailureSeen,
    LessonLearned,
    RunFinished,
    RunStarted,
    StepFinished,
    StepName,
    StepStarted,
    SuiteRan,
    VerdictReached,
)
from verdigris.core.lesson import Card, Lesson, Standing
from verdigris.core.report import Report, TestResult
from verdigris.core.signature import Signature
from verdigris.core.task import Task
from verdigris.core.verdict import Verdict
from verdigris.memory.sql import SqlMemoryStore
from verdigris.store.database import Database
from verdigris.telemetry.bus import Bus
from verdigris.telemetry.recorder import Recorder

ITERATIONS = 3
SIGNATURE = Signature(exception="AssertionError", shape="assert <n> == <n>", test="test_a.py::test")
REPORT = Report(command="pytest", results=(TestResult(id="test_a.py::test", outcome="failed"),))


def change(iteration: int) -> Change:
    made = make_change({"a.py": "x = 0\n"}, {"a.py": f"x = {iteration}\n"}, "search")
    assert made is not None
    return made


def told(iteration: int) -> dict[StepName, list[Base]]:
    green = iteration == ITERATIONS
    tried = CandidateTried(origin="search", result="no")
    return {
        "reproduce": [
            SuiteRan(purpose="reproduce", report=REPORT),
            FailureSeen(signature=SIGNATURE),
        ],
        "patch": [tried, tried],
        "apply": [ChangeApplied(change=change(iteration), commit="c")],
        "execute": [VerdictReached(verdict=Verdict(green=green), report=REPORT)],
        "reflect": [LessonLearned(lesson=Lesson(summary="so"), standing=Standing(trend="stable"))],
        "remember": [],
    }


def card(run_id: str, iteration: int) -> Card:
    return Card(
        id=f"{run_id}:{iteration}",
        run_id=run_id,
        iteration=iteration,
        signature=SIGNATURE,
        green=iteration == ITERATIONS,
        summary="what was learned",
        change=change(iteration),
    )


async def record(database: Database, run_id: str) -> None:
    # A clock that tells the same time in every sitting makes the rows comparable as they are.
    ticks = itertools.count()
    bus = Bus(run_id, [Recorder(database)], clock=lambda: float(next(ticks)))
    memory = SqlMemoryStore(database, clock=lambda: 0.0)
    await bus.emit(RunStarted(task=Task(root="/project"), models=("scripted",)))
    for iteration in range(1, ITERATIONS + 1):
        for step, events in told(iteration).items():
            bus.enter(iteration, step)
            for event in (StepStarted(), *events):
                await bus.emit(event)
            if step == "remember":
                await memory.put(card(run_id, iteration))
            await bus.emit(StepFinished(seconds=0.5, use=Use(tokens_in=10, calls=1)))
            print(step, flush=True)  # noqa: T201
    bus.enter(0, "")
    await bus.emit(RunFinished(status="green", reason="done", change=change(ITERATIONS)))


async def main(url: str, run_id: str) -> None:
    print("ready", flush=True)  # noqa: T201
    sys.stdin.readline()
    async with await Database.open(url) as database:
        await record(database, run_id)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2]))
