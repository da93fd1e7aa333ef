"""The figures of an eval, each with its interval. Pure functions of outcomes.

Where every task was run once, a share has Wilson's interval. Where tasks were run several times,
runs of one task are not independent, so whole tasks are drawn again (bootstrap), and the interval
is never narrower than Wilson's of as many tasks: where all came out alike, drawing again finds no
doubt, however few they are. Ratios and means are always bootstrapped over tasks.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Sequence
from itertools import chain

from verdigris.core.value import Value
from verdigris.evals.figures import Interval, bootstrap, wilson
from verdigris.evals.outcome import Outcome

Rows = Sequence[Outcome]
ROUNDS = 1000
NAMES = {
    "as_expected": "came out as it should: right, or declined where it cannot be solved",
    "solved": "honestly green, of the tasks that can be; of what was built, claimed as verified",
    "right": "the hidden tests pass; of a fix, only where it is solved",
    "right_of_solved": "of what was solved, how much is right",
    "false_green": "of what was claimed, how much was not so",
    "iterations": "times round the loop",
    "time_to_green": "seconds, median of the solved",
    "tokens_per_solved": "tokens of all jobs for one solved",
    "tokens_per_right": "tokens of all jobs for one that is right",
    "cost_per_solved": "US dollars of all jobs for one solved",
    "candidates_per_solved": "candidates of all jobs for one solved",
    "repeated_mistakes": "of the changes that were not enough, how many had been tried before",
    "valid_edits": "of the models' answers, how many became a change",
}
"""What each figure says. `pass@K` and `tier NAME` come with their number and name."""
WORSE_WHEN_HIGH = frozenset(
    {"false_green", "iterations", "time_to_green", "tokens_per_solved", "tokens_per_right",
     "cost_per_solved", "candidates_per_solved", "repeated_mistakes"}
)  # fmt: skip


class Figure(Value):
    name: str
    value: float | None
    """None where there was nothing to measure."""
    low: float | None = None
    high: float | None = None
    of: int = 0
    """How many outcomes it is about."""


class Group(Value):
    """How the tasks of one family, size or difficulty fared."""

    name: str
    solved: Figure
    right: Figure


class Summary(Value):
    tasks: int
    outcomes: int
    troubled: int
    """Jobs that crashed, could not be carried out or ran out of time."""
    figures: tuple[Figure, ...]
    families: tuple[Group, ...]
    sizes: tuple[Group, ...]
    difficulties: tuple[Group, ...]

    def figure(self, name: str) -> Figure | None:
        return next((each for each in self.figures if each.name == name), None)


def summarise(outcomes: Rows) -> Summary:
    can = [one for one in outcomes if one.expect != "not_green"]
    return Summary(
        tasks=len({one.task for one in outcomes}),
        outcomes=len(outcomes),
        troubled=sum(one.ended != "finished" for one in outcomes),
        figures=(
            share("as_expected", outcomes, lambda one: one.good),
            share("solved", can, lambda one: one.solved),
            share("right", can, lambda one: one.right),
            share("right_of_solved", _solved(can), lambda one: one.right),
            *(pass_at(k, can) for k in _ks(can)),
            share("false_green", [o for o in outcomes if o.claimed], lambda o: o.false_green),
            mean("iterations", [o for o in outcomes if o.told.iterations], _iterations),
            time_to_green(can),
            ratio("tokens_per_solved", can, lambda o: o.told.use.tokens, lambda o: o.solved),
            ratio("tokens_per_right", can, lambda o: o.told.use.tokens, lambda o: o.right),
            ratio("cost_per_solved", can, lambda o: o.told.use.cost, lambda o: o.solved),
            ratio("candidates_per_solved", can, lambda o: o.told.candidates, lambda o: o.solved),
            *tiers(can),
            ratio(
                "repeated_mistakes",
                [o for o in outcomes if o.told.misses],
                lambda o: o.told.repeated,
                lambda o: o.told.misses,
            ),
            ratio(
                "valid_edits",
                [o for o in outcomes if o.told.answers],
                _valid,
                lambda o: o.told.answers,
            ),
        ),
        families=groups(can, lambda one: one.family),
        sizes=groups(can, lambda one: one.size),
        difficulties=groups(can, lambda one: one.difficulty),
    )


def share(name: str, rows: Rows, holds: Callable[[Outcome], bool]) -> Figure:
    """Return which share of outcomes something holds for."""
    if not rows:
        return Figure(name=name, value=None)
    good = sum(1 for one in rows if holds(one))
    by_task = _by_task(rows)
    span = wilson(good / len(rows) * len(by_task), len(by_task))
    if len(by_task) != len(rows):
        span = span.around(_spread(by_task, lambda drawn: sum(map(holds, drawn)) / len(drawn)))
    return _figure(name, good / len(rows), span, len(rows))


def mean(name: str, rows: Rows, value: Callable[[Outcome], float]) -> Figure:
    if not rows:
        return Figure(name=name, value=None)

    def centre(drawn: Rows) -> float:
        return statistics.fmean(map(value, drawn))

    return _figure(name, centre(rows), _spread(_by_task(rows), centre), len(rows))


def ratio(
    name: str, rows: Rows, above: Callable[[Outcome], float], below: Callable[[Outcome], float]
) -> Figure:
    """Return a sum over a sum; none where there is nothing below the line."""

    def centre(drawn: Rows) -> float:
        under = sum(map(below, drawn))
        return sum(map(above, drawn)) / under if under else math.inf

    if not rows or math.isinf(found := centre(rows)):
        return Figure(name=name, value=None, of=len(rows))
    return _figure(name, found, _spread(_by_task(rows), centre), len(rows))


def time_to_green(rows: Rows) -> Figure:
    solved = _solved(rows)
    if not solved:
        return Figure(name="time_to_green", value=None)

    def centre(drawn: Rows) -> float:
        return statistics.median(one.told.seconds for one in drawn)

    span = _spread(_by_task(solved), centre)
    return _figure("time_to_green", centre(solved), span, len(solved))


def pass_at_k(runs: int, good: int, k: int) -> float:
    """Return the chance that one of k runs is good, of which `good` of `runs` were seen to be.

    Unbiased: one minus the share of choices of k runs that hold no good one.
    """
    if not 0 <= good <= runs or not 1 <= k <= runs:
        raise ValueError(f"{good} good of {runs} runs, {k} drawn")
    return 1 - math.comb(runs - good, k) / math.comb(runs, k)


def pass_at(k: int, rows: Rows) -> Figure:
    """Return pass@k over all tasks; what counts is a right fix."""

    def centre(tasks: Sequence[Rows]) -> float:
        return statistics.fmean(
            pass_at_k(len(own), sum(one.right for one in own), k) for own in tasks
        )

    tasks = _by_task(rows)
    span = wilson(centre(tasks) * len(tasks), len(tasks))
    if len(tasks) != len(rows):
        span = span.around(bootstrap(tasks, centre, rounds=ROUNDS))
    return _figure(f"pass@{k}", centre(tasks), span, len(tasks))


def tiers(rows: Rows) -> list[Figure]:
    """Return which share of the solved each tier is due to."""
    solved = _solved(rows)
    names = dict.fromkeys(one.told.tier for one in solved if one.told.tier)
    return [share(f"tier {name}", solved, lambda o, n=name: o.told.tier == n) for name in names]  # type: ignore[misc]


def groups(rows: Rows, name: Callable[[Outcome], str]) -> tuple[Group, ...]:
    found: dict[str, list[Outcome]] = {}
    for one in rows:
        found.setdefault(name(one), []).append(one)
    return tuple(
        Group(
            name=each,
            solved=share("solved", own, lambda one: one.solved),
            right=share("right", own, lambda one: one.right),
        )
        for each, own in sorted(found.items())
    )


def _ks(rows: Rows) -> list[int]:
    """Return the k for which pass@k can be told: 1, and doubling up to the runs of every task."""
    most = min((len(own) for own in _by_task(rows)), default=0)
    return sorted({k for k in (1, 2, 4, 8, 16, 32, 64, most) if 1 <= k <= most})


def _solved(rows: Rows) -> list[Outcome]:
    return [one for one in rows if one.solved]


def _by_task(rows: Rows) -> list[list[Outcome]]:
    found: dict[str, list[Outcome]] = {}
    for one in rows:
        found.setdefault(one.task, []).append(one)
    return list(found.values())


def _spread(tasks: Sequence[Rows], centre: Callable[[Rows], float]) -> Interval:
    """Draw whole tasks again, so that runs of one task stay together."""

    def figure(drawn: Sequence[Rows]) -> float:
        return centre(list(chain.from_iterable(drawn)))

    return bootstrap(tasks, figure, rounds=ROUNDS)


def _figure(name: str, value: float, span: Interval, of: int) -> Figure:
    low, high = (None if math.isinf(end) else end for end in span)
    return Figure(name=name, value=value, low=low, high=high, of=of)


def _iterations(one: Outcome) -> float:
    return one.told.iterations


def _valid(one: Outcome) -> float:
    return one.told.answers - one.told.unusable
