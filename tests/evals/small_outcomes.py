"""Outcomes by hand, for tests of figures and reports."""

from __future__ import annotations

import itertools
from typing import Any

from verdigris.core.budget import Use
from verdigris.core.finding import Finding
from verdigris.evals.keeping import Record
from verdigris.evals.outcome import Judged, Outcome, Told
from verdigris.evals.plan import Plan
from verdigris.evals.tasks.labels import Label, Marks


def outcome(task: str = "a", run: int = 1, **changes: Any) -> Outcome:
    """Return an outcome: solved and right, claimed, one iteration, unless told otherwise.

    `solved`, `right`, `claimed`, `seconds`, `tokens`, `cost`, `tier` and the counts of `Told` may
    be given; everything else is a field of the outcome. `audit` does the same for one.
    """
    solved = changes.pop("solved", True)
    right = changes.pop("right", True)
    judged = Judged(
        solved=solved, right=right if solved else None,
        reasons=changes.pop("reasons", ()), diff=changes.pop("diff", ""),
        hidden=changes.pop("hidden", ""), marks=changes.pop("marks", None),
    )  # fmt: skip
    use = Use(calls=1, tokens_in=changes.pop("tokens", 0), cost=changes.pop("cost", 0.0))
    own = {name: changes.pop(name) for name in list(changes) if name in Told.model_fields}
    told = Told(
        **{"claimed": solved, "iterations": 1, "seconds": 1.0, "tier": "search", "use": use, **own}
    )
    fields = {
        "key": f"{task}-{run}", "family": "operator", "size": "tiny", "difficulty": "token",
        "expect": "green", "position": 0, **changes,
    }  # fmt: skip
    return Outcome(task=task, run=run, told=told, judged=judged, **fields)


def audit(
    task: str = "a", run: int = 1, *, found: str = "", missed: str = "", false: str = "",
    lines: int = 100, **changes: Any,
) -> Outcome:  # fmt: skip
    """Return the outcome of an audit: a letter a label or an alarm, `i` for sql/injection, `t` for
    sql/typo. Each stands on a line of its own.
    """
    rules = {"i": "sql/injection", "t": "sql/typo"}
    numbers = itertools.count(1)
    labels = [
        tuple(Label(rule=rules[one], path="a.py", line=next(numbers), why="x") for one in letters)
        for letters in (found, missed)
    ]
    alarms = tuple(
        Finding(rule=rules[one], severity="warn", path="a.py", line=next(numbers), message="m")
        for one in false
    )
    marks = Marks(found=labels[0], missed=labels[1], false_alarms=alarms, lines=lines)
    given = {
        "kind": "audit", "solved": not missed, "right": not missed and not false, "marks": marks,
        "claimed": not found and not false, "tier": "", "reasons": marks.reasons, **changes,
    }  # fmt: skip
    return outcome(task, run, **given)


def record(*outcomes: Outcome, name: str = "261115-000000-abc", **changes: Any) -> Record:
    plan = Plan(suite="tiny", job_seconds=60, **changes)
    return Record(id=name, plan=plan, suite="tiny", jobs=len(outcomes), outcomes=outcomes)
