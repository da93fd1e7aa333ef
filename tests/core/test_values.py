"""Every value is frozen, strict, and comes back from JSON as it was; old files keep loading."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import ValidationError

from verdigris.core import events as e
from verdigris.core.approval import Question
from verdigris.core.budget import Allowance, Budget, Spent, TierUse, Use
from verdigris.core.building import (
    Agreement,
    Blueprint,
    Built,
    Check,
    Criterion,
    Example,
    Function,
    Part,
    Quarantined,
    Session,
    Strength,
)
from verdigris.core.change import Change, FileEdit, make_change
from verdigris.core.decision import Decision, Situation
from verdigris.core.finding import Finding
from verdigris.core.graph import BugType, Facts, Fix, HotFile, Link, Node
from verdigris.core.lesson import Attempt, Card, Lesson, Standing, Uses
from verdigris.core.plan import Place, Plan, Shown
from verdigris.core.probe import Cell, Examples, Input, Table
from verdigris.core.repair import Localised, Suspect
from verdigris.core.report import Frame, Report, TestResult
from verdigris.core.result import RunResult
from verdigris.core.signature import Signature
from verdigris.core.task import Task
from verdigris.core.template import Kept, Learned, Offer, Provenance, Tallies, Tally, Template
from verdigris.core.value import Value
from verdigris.core.verdict import Proof, Verdict

DATA = Path(__file__).parents[1] / "data"
ODD = "größe … 😀 \x1b[31m \x00 \u2028 \\ \" ' \r\n\t end"

USE = Use(tokens_in=1, tokens_out=2, cost=0.1, unpriced_calls=1, calls=2, seconds=0.3)
FRAME = Frame(path="src/größe.py", line=3, function="<lambda>")
RESULT = TestResult(
    id=f"t.py::t[{ODD}]",
    outcome="failed",
    message=ODD,
    details=ODD,
    exception="E",
    frames=(FRAME,),
    seconds=0.1,
)
TIER = TierUse(tier="search", candidates=9, use=USE, result=ODD)
INPUT = Input(n=1, place="a.py::f", call=0, how="reversed", arg=0, types=("int",), shown=ODD)
CELL = Cell(n=1, version=2, status="raise", digest="ab", type="ValueError", shown=ODD)
EXAMPLES = Examples(version=1, passed=2, failed=1)
REPORT = Report(command="pytest", exit_code=1, results=(RESULT,), output=ODD, seconds=1.5)
SIGNATURE = Signature(exception="E", shape=ODD, test="t.py::t", place="a.py:f")
CHANGE = make_change({"a.py": "x = 1\n"}, {"a.py": "x = 2", "b.txt": ODD}, "strong", ODD)
assert CHANGE is not None
VERDICT = Verdict(green=False, reasons=(ODD,), fixed=("a",), still_failing=("b",), broken=("c",))
FINDING = Finding(rule="policy/eval", severity="block", path="a.py", line=3, message=ODD, cure=ODD)
LESSON = Lesson(summary=ODD, root_cause=ODD, next_idea=ODD, by="a model")
STANDING = Standing(trend="mixed", same_error=True, no_progress=True, stuck=3)
TEMPLATE = Template(form="stmts", before="_s1_", after=ODD, uses={"_s1_": ("_e2_",)})
SOURCE = Provenance(key=ODD, at=1.5, repository="ab", weight=0.5, kind="IndexError")
TALLY = Tally(subject=ODD, kind="IndexError", tried=3, green=1, recent_tried=2.5, recent_green=0.5)
ATTEMPT = Attempt(iteration=2, fingerprint="ab", files=("a.py",), outcome="red", why=ODD)
CARD = Card(
    id="r-1",
    run_id="r",
    iteration=1,
    signature=SIGNATURE,
    green=True,
    summary=ODD,
    root_cause=ODD,
    fix=ODD,
    verification=ODD,
    files_changed=("a.py",),
    debug_steps=(ODD,),
    change=CHANGE,
)
TASK = Task(job="fix", goal=ODD, root="/a/b", test_cmd=ODD)
PLAN = Plan(summary=ODD, words=("a", "b"), by="a model")
PLACE = Place(path="a.py", name="A.f", line=1, end=9, score=0.5, reason=ODD)
SUSPECT = Suspect(path="a.py", line=3, function="A.f", score=0.5, reason=ODD)
LOCALISED = Localised(
    suspects=(SUSPECT,), types={"a.py::A.f": {"x": ("int",)}}, reached_by={"a.py::": (ODD,)}
)
SHOWN = Shown(test=ODD, failure=ODD, code=ODD)
DECISION = Decision(action="continue", warning=ODD)
SITUATION = Situation(
    job="fix", iteration=1, budget=Budget(max_cost=0.5), use=USE, verdict=VERDICT, standing=STANDING
)
OUTCOME = RunResult(
    run_id="r",
    status="green",
    reason=ODD,
    task=TASK,
    iterations=2,
    verdict=VERDICT,
    before=REPORT,
    after=REPORT,
    change=CHANGE,
    tier="fast",
    findings=(FINDING,),
    attempts=(ATTEMPT,),
    use=USE,
)
FUNCTION = Function(name="f", signature=f"def f(x={ODD!r})", purpose=ODD)
PART = Part(path="a.py", purpose=ODD, functions=(FUNCTION,), needs=("b.py",), is_main=True)
CRITERION = Criterion(id="c1", text=ODD, part="a.py")
EXAMPLE = Example(kind="call", given="f(1)", expected=ODD, quoted=ODD, part="a.py", stdin=ODD)
SESSION = Session(lines=((ODD, "a"),), shows=(ODD,), hides=("b",), status=2, like=ODD, says=ODD)
BLUEPRINT = Blueprint(
    name="a",
    language="python",
    profile="library",
    summary=ODD,
    parts=(PART,),
    criteria=(CRITERION,),
    examples=(EXAMPLE,),
    sessions=(SESSION,),
    dependencies=(ODD,),
    assumptions=(ODD,),
    by=ODD,
)
CHECK = Check(name="a_1", part="a.py", body=ODD, origin="property", says=ODD, sample=2)
APART = Quarantined(check=CHECK, reason=ODD)
AGREEMENT = Agreement(
    part="a.py", chosen=1, trusted=(CHECK,), quarantined=(APART,), failing=("a_1",), said=ODD
)
STRENGTH = Strength(mutants=3, killed=2, survivors=(ODD,), note=ODD)
BASE: dict[str, Any] = {
    "id": "r/1/plan/1",
    "run_id": "r",
    "iteration": 1,
    "step": "plan",
    "at": 1.5,
}
EVENTS: tuple[Any, ...] = (
    e.RunStarted(**BASE, task=TASK, resumed=True, models=("a", "b")),
    e.StepStarted(**BASE),
    e.StepFinished(**BASE, seconds=0.5, use=USE, summary=ODD),
    e.SuiteRan(**BASE, purpose="execute", report=REPORT, where="here"),
    e.FailureSeen(**BASE, signature=SIGNATURE),
    e.Planned(**BASE, plan=PLAN),
    e.FlakyFound(**BASE, tests=("a", ODD)),
    e.BlueprintMade(**BASE, blueprint=BLUEPRINT),
    e.ChecksWritten(**BASE, part="a.py", counts={ODD: 2}, quarantined=(APART,)),
    e.Agreed(**BASE, agreement=AGREEMENT),
    e.ToolUsed(**BASE, part="a.py", turn=3, tool="run", said=ODD, why=ODD),
    e.StrengthMeasured(**BASE, strength=STRENGTH),
    e.HandedOver(**BASE, folder=ODD, what=ODD, commit="ab"),
    e.Searched(**BASE, tried=9, waiting=3, greens=1, won=1, failing=2, seconds=0.5),
    e.TierSpent(**BASE, spent=TIER),
    e.Retrieved(**BASE, places=(PLACE,)),
    e.Audited(**BASE, findings=(FINDING,)),
    e.ModelCalled(**BASE, role="plan", model="m", use=USE, finish="stop"),
    e.CandidateTried(**BASE, origin="fast", note=ODD, fingerprint="ab", result=ODD),
    e.ChangeApplied(**BASE, change=CHANGE, commit="0" * 40),
    e.Checked(**BASE, findings=(FINDING,), blocked=True),
    e.VerdictReached(**BASE, verdict=VERDICT, report=REPORT),
    e.LessonLearned(**BASE, lesson=LESSON, standing=STANDING),
    e.CardStored(**BASE, card=CARD),
    e.Warned(**BASE, message=ODD),
    e.RunFinished(**BASE, status="green", reason=ODD, use=USE, change=CHANGE),
)
NODE = Node(kind="File", key=ODD, properties={ODD: ODD, "number": 1, "list": [ODD]})
LINK = Link(kind="CHANGED_FILE", source="Iteration:r 1", target=NODE.id, properties={"at": 1.5})
VALUES: tuple[Value, ...] = (
    Proof(name=ODD, holds=False, detail=ODD),
    Question(project="/p", subject="requests", text=ODD),
    USE,
    Budget(),
    Allowance(tokens=3, cost=0.1, seconds=2.0),
    Spent(fast=USE, day=USE),
    TIER,
    FRAME,
    RESULT,
    REPORT,
    SIGNATURE,
    CHANGE.edits[0],
    CHANGE,
    VERDICT,
    FINDING,
    LESSON,
    STANDING,
    Uses(green=2, red=1, reds_in_a_row=1, last_at=1.5),
    TEMPLATE,
    SOURCE,
    Learned(template=TEMPLATE, shape=ODD, sources=(SOURCE,)),
    TALLY,
    Tallies(kind=ODD, counts={ODD: (3, 1)}),
    Kept(template=TEMPLATE, support=1.5, sources=2, overall=TALLY, here=TALLY),
    Offer(template=TEMPLATE, weight=0.5),
    ATTEMPT,
    CARD,
    TASK,
    PLAN,
    PLACE,
    SUSPECT,
    LOCALISED,
    SHOWN,
    DECISION,
    SITUATION,
    OUTCOME,
    INPUT,
    CELL,
    EXAMPLES,
    Table(inputs=(INPUT,), cells=(CELL,), examples=(EXAMPLES,), refused={1: ODD}, notes=(ODD,)),
    FUNCTION,
    PART,
    CRITERION,
    EXAMPLE,
    SESSION,
    BLUEPRINT,
    CHECK,
    APART,
    AGREEMENT,
    STRENGTH,
    Built(blueprint=BLUEPRINT, agreement=(AGREEMENT,), strength=STRENGTH, folder=ODD),
    NODE,
    LINK,
    Facts(nodes=(NODE,), links=(LINK,)),
    HotFile(path=ODD, project="p", name=ODD, changed=2, green=1, retrieved=3, cards=1),
    Fix(card="c", run="r", iteration=1, green=True, summary=ODD, broken=(ODD,), at=1.5),
    BugType(name=ODD, failures=1, seen=2, green=1, red=1),
    *EVENTS,
)


def kinds() -> set[type[Value]]:
    """Return every value class of core, however deep it derives."""
    found: set[type[Value]] = set()
    todo = [Value]
    while todo:
        for kind in todo.pop().__subclasses__():
            if kind.__module__.startswith("verdigris.core."):
                found.add(kind)
                todo.append(kind)
    return found


def test_every_kind_of_value_is_tried_here() -> None:
    assert kinds() - {e.Base} == {type(value) for value in VALUES}
    assert {type(event) for event in EVENTS} == set(get_args(get_args(e.Event)[0]))


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_a_value_comes_back_from_json_as_it_was(value: Value) -> None:
    text = value.model_dump_json()
    assert type(value).model_validate_json(text) == value
    assert type(value).model_validate(json.loads(text)) == value


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.kind)
def test_an_event_is_recognised_by_its_kind(event: Any) -> None:
    back = e.EVENT.validate_json(event.model_dump_json())
    assert back == event and type(back) is type(event)


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_a_value_cannot_be_altered_or_hold_what_it_does_not_know(value: Value) -> None:
    name = next(iter(type(value).model_fields))
    with pytest.raises(ValidationError, match="frozen"):
        setattr(value, name, getattr(value, name))
    with pytest.raises(ValidationError, match="Extra inputs"):
        type(value).model_validate({**value.model_dump(), "surprise": 1})


@pytest.mark.parametrize("kind", [Task, Change, Report, Verdict, Card, RunResult, e.StepStarted])
def test_what_is_kept_carries_its_version(kind: type[Value]) -> None:
    assert kind.model_fields["format"].default == 1


def test_a_card_of_format_1_still_loads() -> None:
    card = Card.model_validate_json((DATA / "card-format-1.json").read_text("utf-8"))
    assert card.format == 1
    assert card.signature.key == "0cef8e06b24bfe6b"
    assert card.change is not None
    assert card.change.edits == (
        FileEdit(
            path="shop/till.py",
            before="def total(prices):\n    return sum(prices) + 1\n",
            after="def total(prices):\n    return sum(prices)\n",
        ),
    )
    assert (card.green, card.run_id, card.iteration) == (True, "3f2a9c1d", 2)
    assert card.debug_steps == ("ran the suite", "read shop/till.py")


def test_a_stream_of_events_of_format_1_still_loads() -> None:
    lines = (DATA / "events-format-1.jsonl").read_text("utf-8").splitlines()
    events = [e.EVENT.validate_json(line) for line in lines]
    assert [event.kind for event in events] == [
        "run_started", "step_started", "suite_ran", "failure_seen", "step_finished", "planned",
        "retrieved", "audited", "model_called", "candidate_tried", "change_applied", "checked",
        "verdict_reached", "lesson_learned", "card_stored", "warned", "run_finished",
    ]  # fmt: skip
    assert {event.format for event in events} == {1}
    assert {event.run_id for event in events} == {"3f2a9c1d"}
    suite = events[2]
    assert isinstance(suite, e.SuiteRan) and suite.report.failures[0].exception == "AssertionError"
    last = events[-1]
    assert isinstance(last, e.RunFinished) and last.status == "green"
    assert last.change is not None and "-    return sum(prices) + 1" in last.change.diff
