"""One graph, four routes: which steps each job walks, in which order."""

from typing import Any, cast

import pytest

from verdigris.core.budget import Budget
from verdigris.core.building import Agreement, Blueprint, Part
from verdigris.core.change import make_change
from verdigris.core.decision import Decision
from verdigris.core.task import Task
from verdigris.core.verdict import Verdict
from verdigris.engine.graph import build_graph
from verdigris.steps import STEPS
from verdigris.steps.deps import Deps
from verdigris.telemetry.bus import Bus

CHANGE = make_change({"a.py": "x = 1\n"}, {"a.py": "x = 2\n"}, "search")
GREEN, RED = Verdict(green=True, fixed=("t",)), Verdict(green=False, reasons=("no",))
FIX = [name for name in STEPS if name not in ("specify", "draft")]
BLUEPRINT = Blueprint(
    name="b",
    language="python",
    profile="library",
    summary="",
    parts=(Part(path="b.py", purpose=""),),
)
WRITTEN = (Agreement(part="b.py", chosen=0),)
LATER = ["plan", "retrieve", "audit", "patch"]
APPLIED = ["apply", "check", "execute"]
USUAL = {
    "patch": {"change": CHANGE},
    "apply": {"commit": "c"},
    "check": {"blocked": False},
    "execute": {"verdict": GREEN},
    "decide": {"decision": Decision(action="stop")},
}
REST = ["reflect", "remember", "decide"]
CASES = [
    ("fix", {}, FIX),
    ("fix", {"reproduce": {"verdict": Verdict(green=True)}}, ["reproduce", "decide"]),
    (
        "fix",
        {"patch": {"change": None}},
        ["reproduce", "plan", "retrieve", "audit", "patch", *REST],
    ),
    ("fix", {"apply": {"commit": ""}}, [*FIX[:6], *REST]),
    ("fix", {"check": {"blocked": True}}, [*FIX[:7], *REST]),
    (
        "build",
        {"plan": {"blueprint": BLUEPRINT}, "specify": {"checks": ()}, "draft": {"change": CHANGE}},
        ["plan", "specify", "draft", *APPLIED, *REST],
    ),
    (
        "build",
        {"plan": {"blueprint": BLUEPRINT}, "specify": {"checks": ()}, "draft": {"change": None}},
        ["plan", "specify", "draft", *REST],
    ),
    ("improve", {}, FIX[1:]),
    ("audit", {}, ["plan", "retrieve", "audit", *REST]),
]


async def walk(
    job: str, updates: dict[str, list[dict[str, Any]]], *, into: bool = False
) -> list[str]:
    """Walk the real graph with steps that only say which they are."""
    walked: list[str] = []

    def stand_in(name: str) -> Any:
        async def step(state: Any, deps: Any) -> Any:
            walked.append(name)
            said = updates.get(name, [{}])
            return said.pop(0) if len(said) > 1 else said[0]

        return step

    nothing = cast(Any, None)
    deps = Deps(
        settings=nothing, budget=Budget(), bus=Bus("run", []), suite=nothing, workspace=nothing,
        memory=nothing, models={}, archive=nothing,
    )  # fmt: skip
    graph = build_graph(steps={name: stand_in(name) for name in STEPS})
    task = Task(job=cast(Any, job), root="/nowhere", into=into)
    await graph.ainvoke({"run_id": "run", "task": task, "iteration": 1}, context=deps)
    return walked


@pytest.mark.parametrize(("job", "updates", "expected"), CASES)
async def test_route(job, updates, expected):
    said = {name: [update] for name, update in {**USUAL, **updates}.items()}
    assert await walk(job, said) == expected


async def test_execute_is_tried_again_when_only_the_infrastructure_failed():
    said = {name: [update] for name, update in USUAL.items()}
    said["execute"] = [{"retries": 1}, {"retries": 2}, {"verdict": RED}]
    walked = await walk("fix", said)
    assert walked.count("execute") == 3 and walked.count("patch") == 1


async def test_another_iteration_begins_with_the_plan():
    said = {name: [update] for name, update in USUAL.items()}
    said["decide"] = [
        {"decision": Decision(action="continue")},
        {"decision": Decision(action="stop")},
    ]
    walked = await walk("fix", said)
    assert walked == [*FIX, *FIX[1:]]


ROUNDS = [
    ("what is written is repaired like anything else", WRITTEN, [*LATER, *APPLIED, *REST]),
    ("what is not written is drafted again", (), ["plan", "draft", *APPLIED, *REST]),
]


@pytest.mark.parametrize(("title", "agreements", "second"), ROUNDS)
async def test_the_second_iteration_of_a_build(title, agreements, second):
    said = {name: [update] for name, update in USUAL.items()}
    said["plan"] = [{"blueprint": BLUEPRINT}]
    said["specify"] = [{"checks": ()}]
    said["draft"] = [{"change": CHANGE, "agreements": agreements}]
    said["decide"] = [
        {"decision": Decision(action="continue"), "iteration": 2},
        {"decision": Decision(action="stop")},
    ]
    walked = await walk("build", said)
    assert walked == ["plan", "specify", "draft", *APPLIED, *REST, *second]


async def test_stubs_that_are_there_are_reproduced_first_and_drafted_once():
    said = {name: [update] for name, update in USUAL.items()}
    said["plan"] = [{"blueprint": BLUEPRINT}]
    said["draft"] = [{"change": CHANGE}]
    said["decide"] = [
        {"decision": Decision(action="continue"), "iteration": 2},
        {"decision": Decision(action="stop")},
    ]
    walked = await walk("build", said, into=True)
    first = ["reproduce", "plan", "draft", *APPLIED, *REST]
    assert walked == [*first, *LATER, *APPLIED, *REST]
