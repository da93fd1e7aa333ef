from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from verdigris.core.budget import Use
from verdigris.core.change import Change, FileEdit, make_change
from verdigris.core.events import (
    Base,
    CandidateTried,
    ChangeApplied,
    Event,
    FailureSeen,
    LessonLearned,
    RunFinished,
    RunStarted,
    StepFinished,
    StepName,
    StepStarted,
    SuiteRan,
    VerdictReached,
    Warned,
)
from verdigris.core.lesson import Lesson, Standing
from verdigris.core.report import Report, TestResult
from verdigris.core.signature import Signature
from verdigris.core.task import Task
from verdigris.core.verdict import Verdict
from verdigris.store.database import Database
from verdigris.store.tables import FailureRow, IterationRow, MetricRow, RunRow, StepRow, Table
from verdigris.telemetry.bus import Bus
from verdigris.telemetry.recorder import Recorder

ALL: tuple[type[Table], ...] = (RunRow, IterationRow, StepRow, FailureRow, MetricRow)
SIGNATURE = Signature(exception="ValueError", shape="bad", test="test_a.py::test", place="a.py:f")
REPORT = Report(
    command="pytest",
    results=(TestResult(id="a", outcome="passed"), TestResult(id="b", outcome="error")),
)
TASK = Task(root="/project", goal="Mend it.")


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    async with await Database.open(f"sqlite:///{tmp_path}/a.db") as database:
        yield database


class Tape:
    """A listener that keeps what it hears, to be played again."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    async def hear(self, event: Event) -> None:
        self.events.append(event)


class Story:
    """Emits whole steps to a recorder, at a time that tells the order."""

    def __init__(self, database: Database, run_id: str = "run") -> None:
        self.tape = Tape()
        self.now = 0.0
        self.bus = Bus(run_id, [Recorder(database), self.tape], clock=self._tick)

    async def start(self, **more: Any) -> None:
        self.bus.enter(0, "")
        await self.bus.emit(RunStarted(task=TASK, **more))

    async def step(
        self, iteration: int, name: StepName, *events: Base, use: Use | None = None
    ) -> None:
        self.bus.enter(iteration, name)
        for event in (StepStarted(), *events):
            await self.bus.emit(event)
        await self.bus.emit(StepFinished(seconds=2.0, use=use or Use(), summary=f"did {name}"))

    async def finish(self, **more: Any) -> None:
        self.bus.enter(0, "")
        await self.bus.emit(RunFinished(**({"status": "green", "reason": "done"} | more)))

    def _tick(self) -> float:
        self.now += 1
        return self.now


async def rows(database: Database, table: type[Table]) -> list[dict[str, Any]]:
    async with database.read() as connection:
        keys = table.__table__.primary_key
        found = await connection.execute(select(table.__table__).order_by(*keys))
        return [dict(row._mapping) for row in found]


async def everything(database: Database) -> dict[str, list[dict[str, Any]]]:
    return {table.__tablename__: await rows(database, table) for table in ALL}


async def play(database: Database, events: Sequence[Event]) -> None:
    recorder = Recorder(database)
    for event in events:
        await recorder.hear(event)


def change(text: str = "x = 1\n") -> Change:
    made = make_change({"a.py": "x = 0\n"}, {"a.py": text}, "search")
    assert made is not None
    return made


async def whole_run(database: Database) -> Story:
    story = Story(database)
    await story.start(models=("fast", "strong"))
    await story.step(
        1,
        "reproduce",
        SuiteRan(purpose="reproduce", report=REPORT),
        FailureSeen(signature=SIGNATURE),
    )
    tried = [
        CandidateTried(origin=origin, result="no") for origin in ("recall", "search", "search")
    ]
    await story.step(1, "patch", *tried, use=Use(tokens_in=30, tokens_out=4, cost=0.5, calls=2))
    await story.step(1, "apply", ChangeApplied(change=change(), commit="c"))
    verdict = Verdict(green=True, fixed=("b",))
    await story.step(1, "execute", VerdictReached(verdict=verdict, report=REPORT))
    lesson = LessonLearned(lesson=Lesson(summary="Count."), standing=Standing(trend="improving"))
    await story.step(1, "reflect", lesson)
    await story.finish(change=change(), use=Use(tokens_in=30, tokens_out=4, cost=0.5, seconds=9))
    return story


async def test_a_run_from_start_to_end(database: Database) -> None:
    await whole_run(database)
    [run] = await rows(database, RunRow)
    assert run["job"] == "fix" and run["goal"] == "Mend it." and run["root"] == "/project"
    assert run["models"] == ["fast", "strong"]
    assert run["status"] == "green" and run["reason"] == "done"
    assert run["tokens_in"] == 30 and run["cost"] == 0.5 and run["seconds"] == 9
    assert run["diff"] == change().diff
    assert run["started_at"] == 1.0 < run["updated_at"] == run["finished_at"]

    [iteration] = await rows(database, IterationRow)
    assert iteration["green"] is True
    assert iteration["verdict"] == "green: 1 fixed, none broken"
    assert iteration["signature"] == SIGNATURE.key
    assert iteration["fingerprint"] == change().fingerprint
    assert iteration["trend"] == "improving" and iteration["lesson"] == "Count."

    steps = {row["step"]: row for row in await rows(database, StepRow)}
    assert set(steps) == {"reproduce", "patch", "apply", "execute", "reflect"}
    assert steps["patch"]["tokens_out"] == 4 and steps["patch"]["summary"] == "did patch"
    assert steps["patch"]["started_at"] < steps["patch"]["finished_at"]

    [failure] = await rows(database, FailureRow)
    assert failure["signature"] == SIGNATURE.key and failure["place"] == "a.py:f"


async def test_the_metrics_of_a_run(database: Database) -> None:
    await whole_run(database)
    found = {
        (row["step"], row["name"], *json.loads(row["labels"]).values()): row["value"]
        for row in await rows(database, MetricRow)
    }
    assert found["patch", "candidates_tried", "search"] == 2
    assert found["patch", "candidates_tried", "recall"] == 1
    assert found["patch", "tokens_in"] == 30
    assert found["reproduce", "tests_passed", "reproduce"] == 1
    assert found["execute", "tests_failed", "verdict"] == 1
    assert found["apply", "step_seconds"] == 2.0
    assert ("apply", "tokens_in") not in found


async def test_the_same_events_again_give_the_same_rows(database: Database) -> None:
    story = await whole_run(database)
    before = await everything(database)
    await play(database, story.tape.events)
    assert await everything(database) == before


@pytest.mark.parametrize("cut", range(1, 20))
async def test_events_cut_off_anywhere_and_played_again(database: Database, cut: int) -> None:
    async with await Database.open(f"sqlite:///{database.where}.other") as other:
        story = await whole_run(database)
        await play(other, story.tape.events[:cut])
        await play(other, story.tape.events)
        assert await everything(other) == await everything(database)


async def test_a_step_done_again_replaces_what_it_said_before(database: Database) -> None:
    story = Story(database)
    await story.start()
    other = SIGNATURE.model_copy(update={"shape": "worse"})
    await story.step(
        1, "patch", CandidateTried(origin="fast", result="no"), FailureSeen(signature=other)
    )
    await story.step(
        1, "patch", CandidateTried(origin="search", result="no"), FailureSeen(signature=SIGNATURE)
    )
    assert len(await rows(database, StepRow)) == 1
    labels = {row["labels"] for row in await rows(database, MetricRow)}
    assert labels == {"{}", '{"origin": "search"}'}
    assert [row["signature"] for row in await rows(database, FailureRow)] == [SIGNATURE.key]


async def test_a_failure_seen_in_two_steps_is_one_failure(database: Database) -> None:
    story = Story(database)
    await story.start()
    await story.step(1, "reproduce", FailureSeen(signature=SIGNATURE))
    await story.step(1, "execute", FailureSeen(signature=SIGNATURE))
    [failure] = await rows(database, FailureRow)
    assert failure["step"] == "reproduce"


async def test_a_step_that_did_not_finish_leaves_nothing(database: Database) -> None:
    story = Story(database)
    await story.start()
    story.bus.enter(1, "execute")
    await story.bus.emit(StepStarted())
    await story.bus.emit(FailureSeen(signature=SIGNATURE))
    await story.step(1, "reflect")
    await story.finish(status="failed", reason="the server died")
    assert await rows(database, FailureRow) == []
    assert [row["step"] for row in await rows(database, StepRow)] == ["reflect"]
    [run] = await rows(database, RunRow)
    assert run["status"] == "failed" and run["reason"] == "the server died"


async def test_a_paused_run_goes_on(database: Database) -> None:
    story = Story(database)
    await story.start()
    await story.finish(status="paused", reason="halted")
    [paused] = await rows(database, RunRow)
    assert paused["status"] == "paused" and paused["finished_at"] is None
    await story.start(resumed=True)
    [going] = await rows(database, RunRow)
    assert going["status"] == "running" and going["reason"] == ""
    assert going["started_at"] == paused["started_at"] < going["updated_at"]


async def test_a_run_whose_start_was_not_heard(database: Database) -> None:
    story = Story(database)
    await story.step(3, "execute")
    [run] = await rows(database, RunRow)
    assert run["id"] == "run" and run["status"] == "running"
    await Story(database, "other").finish()
    assert [row["status"] for row in await rows(database, RunRow)] == ["green", "running"]


async def test_two_runs_at_once_do_not_mix(database: Database) -> None:
    recorder = Recorder(database)
    one, two = Bus("one", [recorder]), Bus("two", [recorder])
    for bus in (one, two):
        await bus.emit(RunStarted(task=TASK))
        bus.enter(1, "patch")
        await bus.emit(StepStarted())
    await one.emit(CandidateTried(origin="search", result="no"))
    for bus in (two, one):
        await bus.emit(StepFinished(seconds=1))
    counted = [row["run_id"] for row in await rows(database, MetricRow) if row["value"] == 1.0]
    assert sorted(counted) == ["one", "one", "two"]


async def test_what_happens_outside_a_step_is_not_recorded(database: Database) -> None:
    story = Story(database)
    await story.start()
    await story.bus.emit(Warned(message="careful"))
    await story.bus.emit(FailureSeen(signature=SIGNATURE))
    assert await rows(database, StepRow) == []


HOSTILE = ["a\0b", "\ud800", "\udcff", "'; DROP TABLE runs; --", "\x1b[2J", "\u202e", "é" * 10**6]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
async def test_hostile_text_everywhere(database: Database, text: str) -> None:
    signature = Signature(exception=text, shape=text, test=text, place=text)
    edit = FileEdit(path=text, before=text, after=f"{text}\n")
    made = Change(edits=(edit,), origin="fast", fingerprint=text)
    verdict = Verdict(green=False, reasons=(text,))
    lesson = LessonLearned(lesson=Lesson(summary=text), standing=Standing())
    recorder = Recorder(database)
    for _ in range(2):
        bus = Bus(f"run {text[:9]}", [recorder])
        await bus.emit(RunStarted(task=Task(root=text, goal=text), models=(text,)))
        bus.enter(1, "execute")
        for event in (
            StepStarted(),
            FailureSeen(signature=signature),
            CandidateTried(origin=text, result=text),
            ChangeApplied(change=made, commit=text),
            VerdictReached(verdict=verdict, report=REPORT),
            lesson,
            StepFinished(seconds=1, summary=text),
        ):
            await bus.emit(event)
        await bus.emit(RunFinished(status="failed", reason=text, change=made))
    [run] = await rows(database, RunRow)
    [iteration] = await rows(database, IterationRow)
    [step] = await rows(database, StepRow)
    [failure] = await rows(database, FailureRow)
    visible = text.replace("\0", "\\x00").encode("utf-8", "backslashreplace").decode()
    assert run["goal"] == run["reason"] == iteration["lesson"] == step["summary"] == visible
    assert failure["shape"] == visible
    assert run["models"] == [text]
