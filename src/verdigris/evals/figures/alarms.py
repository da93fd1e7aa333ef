"""How good the findings of audits are: precision, recall, F1, and how often one is false. Pure.

All are over findings, of all projects together. A job that crashed or ran out of time has missed
everything there was.
"""

from __future__ import annotations

from verdigris.core.value import Value
from verdigris.evals.figures.shares import Figure, Rows, part, rate
from verdigris.evals.outcome import Outcome
from verdigris.evals.tasks.labels import Marks

NAMES = {
    "precision": "of what audits found, how much is wrong indeed",
    "recall": "of what is wrong, how much audits found",
    "f1": "the harmonic mean of precision and recall",
    "false_alarms": "false alarms in 1,000 lines of code",
}

OF_AUDITS = {
    "as_expected": "all that is wrong was found, and no alarm was false",
    "solved": "all that is wrong was found",
    "right": "all that is wrong was found, and no alarm was false",
    "false_green": "of the projects that were told to be clean, how many are not",
}
"""What figures say that other jobs have as well."""


class Findings(Value):
    """How the findings of one rule, or in one family of tasks, fared."""

    name: str
    labels: int
    """Of all runs."""
    found: int
    false_alarms: int
    precision: Figure
    recall: Figure
    f1: Figure


def audit_figures(outcomes: Rows) -> tuple[Figure, ...]:
    """Return the figures of audits; none where nothing was looked over."""
    rows = _audits(outcomes)
    if not rows:
        return ()
    alarms = rate("false_alarms", rows, _false, lambda one: _marks(one).lines / 1000)
    return (_precision(rows), _recall(rows), _f1(rows), alarms)


def by_rule(outcomes: Rows) -> tuple[Findings, ...]:
    rows = _audits(outcomes)
    marked = [_marks(one) for one in rows]
    rules = {label.rule for each in marked for label in (*each.found, *each.missed)}
    rules |= {finding.rule for each in marked for finding in each.false_alarms}
    return tuple(_findings(rule, [_only(one, rule) for one in rows]) for rule in sorted(rules))


def by_family(outcomes: Rows) -> tuple[Findings, ...]:
    rows = _audits(outcomes)
    families = sorted({one.family for one in rows})
    return tuple(_findings(name, [one for one in rows if one.family == name]) for name in families)


def _findings(name: str, rows: Rows) -> Findings:
    return Findings(
        name=name,
        labels=sum(_marks(one).labels for one in rows),
        found=sum(map(_found, rows)),
        false_alarms=sum(map(_false, rows)),
        precision=_precision(rows),
        recall=_recall(rows),
        f1=_f1(rows),
    )


def _precision(rows: Rows) -> Figure:
    return part("precision", rows, _found, lambda one: _found(one) + _false(one))


def _recall(rows: Rows) -> Figure:
    return part("recall", rows, _found, lambda one: _marks(one).labels)


def _f1(rows: Rows) -> Figure:
    if not any(_marks(one).labels for one in rows):
        return Figure(name="f1", value=None)  # nor is there a recall
    # What was found is on both sides: 2 / (1 / precision + 1 / recall), in whole numbers.
    return part("f1", rows, lambda one: 2 * _found(one), _told_and_wrong)


def _told_and_wrong(one: Outcome) -> int:
    return _found(one) + _false(one) + _marks(one).labels


def _audits(outcomes: Rows) -> list[Outcome]:
    return [one for one in outcomes if one.judged.marks is not None]


def _marks(one: Outcome) -> Marks:
    return one.judged.marks or Marks()


def _found(one: Outcome) -> int:
    return len(_marks(one).found)


def _false(one: Outcome) -> int:
    return len(_marks(one).false_alarms)


def _only(one: Outcome, rule: str) -> Outcome:
    """Return an outcome with what concerns one rule."""
    judged = one.judged.model_copy(update={"marks": _marks(one).of_rule(rule)})
    return one.model_copy(update={"judged": judged})
