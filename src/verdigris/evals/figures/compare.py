"""Two evals on the same tasks, side by side: which is better, or that one cannot tell. Pure.

What counts is the task, not the run: a task's runs are taken together first. Tasks that came out
alike say nothing; among the others an exact test (McNemar's, a sign test where there are several
runs) tells how surprising the split would be if there were no difference.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterable, Sequence

from verdigris.core.text import count, tidy
from verdigris.core.value import Value
from verdigris.errors import UserError
from verdigris.evals.figures.intervals import bootstrap
from verdigris.evals.keeping import Record
from verdigris.evals.outcome import Outcome

SURE = 0.05
"""Below this chance of seeing such a split by luck, we speak of a difference."""
Pair = tuple[float, float]


class Contrast(Value):
    """One figure of two evals, task by task."""

    name: str
    first: float
    second: float
    difference: float
    """Second minus first."""
    low: float
    high: float
    """95 %, by bootstrap over tasks."""
    better: int
    """Tasks on which the second did better."""
    worse: int
    p: float
    """Two-sided, exact."""
    tasks: int

    @property
    def told(self) -> bool:
        """Whether a difference can be told: by the exact test and by the interval."""
        return self.p < SURE and not self.low <= 0 <= self.high


class Comparison(Value):
    first: str
    second: str
    tasks: int
    only_first: int
    """Tasks that only the first was run on; they are left out."""
    only_second: int
    changed: int
    """Tasks of the same name whose files differ; they are left out as well."""
    contrasts: tuple[Contrast, ...]
    verdict: str
    moved: tuple[tuple[str, str], ...]
    """Tasks that came out differently, with how; audits also where other labels were found."""


_LOWER: tuple[tuple[str, Callable[[Outcome], float | None]], ...] = (
    ("seconds", lambda one: one.seconds),
    ("tokens", lambda one: one.told.use.tokens if one.told.counted else None),
    ("cost", lambda one: one.told.use.cost if one.told.counted else None),
    ("candidates", lambda one: one.told.candidates if _told_all(one) else None),
    ("missed", lambda one: len(one.judged.marks.missed) if one.judged.marks else 0),
    ("false_alarms", lambda one: len(one.judged.marks.false_alarms) if one.judged.marks else 0),
)
_HIGHER: tuple[tuple[str, Callable[[Outcome], float]], ...] = (
    ("as_expected", lambda one: one.good),
    ("solved", lambda one: one.solved),
    ("right", lambda one: one.right),
    ("false_green_of_all", lambda one: not one.false_green),
)
_CAN = ("solved", "right")
"""Of the tasks that can be solved, as in `metrics`."""


def _told_all(one: Outcome) -> bool:
    """Tell whether a job lived to say what it had tried."""
    return one.told.counted and one.ended == "finished"


def compare(first: Record, second: Record) -> Comparison:
    """Compare two evals. Raises UserError when they have no task in common."""
    one, two = _by_task(first), _by_task(second)
    both = sorted(one.keys() & two.keys())
    shared = [task for task in both if _alike(one[task], two[task])]
    if not shared:
        raise UserError(
            f"{first.id} and {second.id} have no task in common"
            + (", or its files were changed in between." if both else "."),
            hint="Compare evals of the same suite.",
        )

    can = [task for task in shared if one[task][0].expect != "not_green"]

    def pairs(value: Callable[[Outcome], float | None], tasks: Sequence[str]) -> list[Pair]:
        """Return a pair a task; what is not known of one of the two is left out."""
        means = [(_mean(map(value, one[task])), _mean(map(value, two[task]))) for task in tasks]
        return [(a, b) for a, b in means if a is not None and b is not None]

    contrasts = []
    for name, value in _HIGHER:
        if tasks := can if name in _CAN else shared:
            contrasts.append(contrast(name, pairs(value, tasks)))
    for name, known in _LOWER:
        found = pairs(known, shared)
        if any(a or b for a, b in found):
            contrasts.append(contrast(name, found, lower=True))
    names = (_name(first), _name(second))
    return Comparison(
        first=names[0], second=names[1], tasks=len(shared),
        only_first=len(one) - len(both), only_second=len(two) - len(both),
        changed=len(both) - len(shared),
        contrasts=tuple(contrasts), verdict=_verdict(contrasts[0], names),
        moved=tuple(_moved(one, two, shared)),
    )  # fmt: skip


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return statistics.fmean(known) if known else None


def contrast(name: str, pairs: Sequence[Pair], *, lower: bool = False) -> Contrast:
    """Contrast the values of two arms, a pair a task. `lower` where less is better."""
    sign = -1 if lower else 1
    better = sum(1 for a, b in pairs if sign * (b - a) > 0)
    worse = sum(1 for a, b in pairs if sign * (b - a) < 0)
    low, high = bootstrap(pairs, _difference)
    flip = name == "false_green_of_all"  # its pairs tell how often it did not happen
    firsts, seconds = (statistics.fmean(each) for each in zip(*pairs, strict=True))
    difference = _difference(pairs)
    if flip:
        firsts, seconds = 1 - firsts, 1 - seconds
        difference, low, high = 0 - difference, 0 - high, 0 - low  # no -0
    return Contrast(
        name=name, first=firsts, second=seconds, difference=difference, low=low, high=high,
        better=better, worse=worse, p=exact_p(better, worse), tasks=len(pairs),
    )  # fmt: skip


def exact_p(better: int, worse: int) -> float:
    """Return McNemar's exact two-sided p: a fair coin, thrown once for each discordant pair."""
    if better < 0 or worse < 0:
        raise ValueError(f"{better} better, {worse} worse")
    thrown = better + worse
    tail = sum(math.comb(thrown, heads) for heads in range(min(better, worse) + 1))
    return min(1.0, 2 * tail / (1 << thrown))


def _difference(pairs: Sequence[Pair]) -> float:
    return statistics.fmean(b - a for a, b in pairs)


def _verdict(main: Contrast, names: tuple[str, str]) -> str:
    points = f"{abs(main.difference) * 100:.1f} points"
    split = f"{count(main.better, 'task')} better and {main.worse} worse, p = {main.p:.3g}"
    if main.told:
        winner, loser = names if main.difference < 0 else names[::-1]
        return f"{winner} is better than {loser}, by {points} ({split})."
    if not main.better and not main.worse:
        which = "the only task" if main.tasks == 1 else f"all {main.tasks} tasks"
        return f"One cannot tell: {which} came out alike."
    return f"One cannot tell which is better: {points} apart ({split})."


def _name(record: Record) -> str:
    return f"{record.id} ({record.plan.label})"


def _by_task(record: Record) -> dict[str, list[Outcome]]:
    found: dict[str, list[Outcome]] = {}
    for one in record.outcomes:
        found.setdefault(one.task, []).append(one)
    return found


def _alike(one: Sequence[Outcome], two: Sequence[Outcome]) -> bool:
    """Tell whether both worked on the same files, as far as that was written down."""
    first, second = ({each.digest for each in own} for own in (one, two))
    return first == second or "" in first | second


def _moved(
    one: dict[str, list[Outcome]], two: dict[str, list[Outcome]], shared: Sequence[str]
) -> list[tuple[str, str]]:
    found = []
    for task in shared:
        was, now = (sum(each.good for each in own[task]) / len(own[task]) for own in (one, two))
        once = len(one[task]) == len(two[task]) == 1
        steps = _marked_otherwise(one[task][0], two[task][0]) if once else ""
        if was != now or steps:
            how = f"{one[task][0].verdict} → {two[task][0].verdict}"
            told = how if once else f"{was:.0%} → {now:.0%} of the runs"
            found.append((task, f"{told}: {steps}" if steps else told))
    return found


def _marked_otherwise(one: Outcome, two: Outcome) -> str:
    """Return which findings of an audit only one of two has, in words."""
    first, second = one.judged.marks, two.judged.marks
    if first is None or second is None:
        return ""
    was, now = ({label.place for label in each.missed} for each in (first, second))
    old, new = ({str(alarm) for alarm in each.false_alarms} for each in (first, second))
    said = [
        *(f"now found {place}" for place in sorted(was - now)),
        *(f"now missed {place}" for place in sorted(now - was)),
        *(f"no longer a false alarm: {alarm}" for alarm in sorted(old - new)),
        *(f"new false alarm: {alarm}" for alarm in sorted(new - old)),
    ]
    return tidy("; ".join(said))
