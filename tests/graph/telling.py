"""Facts for tests: runs, iterations and cards as the events and cards of a real run tell them."""

from __future__ import annotations

from collections.abc import Sequence

from verdigris.core.budget import Use
from verdigris.core.change import Change, make_change
from verdigris.core.events import (
    Base,
    ChangeApplied,
    FailureSeen,
    Retrieved,
    RunFinished,
    RunStarted,
    StepFinished,
    VerdictReached,
)
from verdigris.core.graph import Facts
from verdigris.core.lesson import Card
from verdigris.core.plan import Place
from verdigris.core.report import Report
from verdigris.core.signature import Signature
from verdigris.core.task import Task
from verdigris.core.verdict import Verdict
from verdigris.graph.facts import Project, StepFacts, of_card, of_end, of_start

TASK = Task(root="/home/anna/shop", goal="Make it green.")
OTHER_TASK = Task(root="/home/anna/yard")
ABOUT = "assert f(_) == _; 1 deep; more"
FAILURE = Signature(
    exception="AssertionError", shape="assert <n> == <n>", test="test_till.py::test_total",
    place="till.py:total", about=ABOUT,
)  # fmt: skip
RENAMED = FAILURE.model_copy(update={"test": "test_yard.py::test_weigh", "place": "yard.py:weigh"})
INDEX = Signature(
    exception="IndexError", shape="list index out of range", test="test_till.py::test_last",
    place="till.py:last",
)  # fmt: skip


def change(path: str, text: str = "x = 1\n", card: str = "") -> Change:
    made = make_change({path: "x = 0\n"}, {path: text}, "recall" if card else "search")
    assert made is not None
    return made.model_copy(update={"card": card})


def card(
    number: int, *, run: str = "run-1", green: bool = True, at: int = 0, **given: object
) -> Card:
    told = {
        "id": f"card-{number}",
        "run_id": run,
        "iteration": at or 1,
        "signature": FAILURE,
        "green": green,
        "summary": f"what card {number} says",
        "verification": "" if green else "1 test broke",
        "broken": () if green else ("test_till.py::test_label",),
        "files_changed": ("till.py",),
        "change": change("till.py", f"x = {number} + 1\n"),
        "project": TASK.project,
        **given,
    }
    return Card.model_validate(told)


def begun(run: str, task: Task = TASK) -> Facts:
    return of_start(RunStarted(run_id=run, at=1.0, task=task, models=("scripted",)))


def ended(run: str, status: str = "green") -> Facts:
    said = {"status": status, "reason": "the suite is honestly green", "use": Use(seconds=2.0)}
    return of_end(RunFinished.model_validate({"run_id": run, "at": 9.0, **said}))


def step(run: str, number: int, name: str, events: Sequence[Base], task: Task = TASK) -> Facts:
    where = {"run_id": run, "iteration": number, "step": name}
    done = StepFinished.model_validate({**where, "at": 2.0 + number, "seconds": 0.5})
    facts = StepFacts(done, Project(task))
    for event in [*events, done]:
        facts.take(event)  # type: ignore[arg-type]  # every Base is one of Event
    return facts.facts


def a_run(
    run: str, *, made: Card | None, number: int = 1, recalled: str = "", task: Task = TASK,
    failure: Signature = FAILURE, path: str = "till.py",
) -> Facts:  # fmt: skip
    """Return all that a run of one iteration tells."""
    green = made is not None and made.green
    verdict = Verdict(green=green, broken=made.broken if made else ())
    reported = VerdictReached(verdict=verdict, report=Report(command="pytest"))
    applied = ChangeApplied(change=change(path, card=recalled), commit="c0ffee")
    places = tuple(Place(path=one) for one in (path, "money.py"))
    facts = begun(run, task)
    facts += step(run, number, "reproduce", [FailureSeen(signature=failure)], task)
    facts += step(run, number, "retrieve", [Retrieved(places=places)], task)
    facts += step(run, number, "apply", [applied], task)
    facts += step(run, number, "execute", [reported], task)
    if made is not None:
        facts += of_card(made, made.id, at=5.0 + number)
    return facts + ended(run, "green" if green else "not_green")
