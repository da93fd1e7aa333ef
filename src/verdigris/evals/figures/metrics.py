"""The figures of an eval, each with its interval. Pure functions of outcomes.

`shares` has the arithmetic, and says how intervals are made; `alarms` has what is told of audits.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Sequence

from verdigris.core.value import Value
from verdigris.evals.figures import alarms
from verdigris.evals.figures.alarms import Findings, audit_figures
from verdigris.evals.figures.intervals import bootstrap, wilson
from verdigris.evals.figures.shares import (
    ROUNDS,
    Figure,
    Rows,
    by_task,
    made,
    mean,
    median,
    ratio,
    share,
)
from verdigris.evals.outcome import Outcome

NAMES = {
    "as_expected": "came out as it should: right, or declined where it cannot be solved",
    "solved": "honestly green, of the tasks that can be; of what was built, claimed as verified",
    "right": "the hidden tests pass; of a fix, only where it is solved",
    "right_of_solved": "of what was solved, how much is right",
    "false_green": "of what was claimed, how much was not so",
    **alarms.NAMES,
    "iterations": "times round the loop",
    "time_to_green": "seconds, median of the solved",
    "tokens_per_solved": "tokens of all jobs for one solved",
    "tokens_per_right": "tokens of all jobs for one that is right",
    "cost_per_solved": "US dollars of all jobs for one solved",
    "candidates_per_solved": "candidates of all jobs for one solved",
    "candidates_to_green": "candidates up to the first green one, median of jobs that had one",
    "repeated_mistakes": "of the changes that were not enough, how many had been tried before",
    "valid_edits": "of the models' answers, how many became a change",
}
"""What each figure says; `alarms` has what some of them say of audits. `pass@K` and `tier NAME`
come with their number and name."""


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
    rules: tuple[Findings, ...] = ()
    """What audits found, by rule."""
    audits: tuple[Findings, ...] = ()
    """The same, by family."""

    def figure(self, name: str) -> Figure | None:
        return next((each for each in self.figures if each.name == name), None)


def summarise(outcomes: Rows) -> Summary:
    can = [one for one in outcomes if one.expect != "not_green"]
    # An audit tries nothing and asks nobody; what another agent asks, nobody tells.
    paid = [one for one in can if one.kind != "audit" and one.told.counted]
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
            *audit_figures(outcomes),
            mean("iterations", [o for o in outcomes if o.told.iterations], _iterations),
            median("time_to_green", _solved(can), lambda one: one.told.seconds),
            ratio("tokens_per_solved", paid, lambda o: o.told.use.tokens, lambda o: o.solved),
            ratio("tokens_per_right", paid, lambda o: o.told.use.tokens, lambda o: o.right),
            ratio("cost_per_solved", paid, lambda o: o.told.use.cost, lambda o: o.solved),
            ratio("candidates_per_solved", paid, lambda o: o.told.candidates, lambda o: o.solved),
            median("candidates_to_green", [o for o in paid if o.told.first_green], _to_green),
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
        rules=alarms.by_rule(outcomes),
        audits=alarms.by_family(outcomes),
    )


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

    tasks = by_task(rows)
    span = wilson(centre(tasks) * len(tasks), len(tasks))
    if len(tasks) != len(rows):
        span = span.around(bootstrap(tasks, centre, rounds=ROUNDS))
    return made(f"pass@{k}", centre(tasks), span, len(tasks))


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
    most = min((len(own) for own in by_task(rows)), default=0)
    return sorted({k for k in (1, 2, 4, 8, 16, 32, 64, most) if 1 <= k <= most})


def _solved(rows: Rows) -> list[Outcome]:
    return [one for one in rows if one.solved]


def _iterations(one: Outcome) -> float:
    return one.told.iterations


def _to_green(one: Outcome) -> float:
    return one.told.first_green


def _valid(one: Outcome) -> float:
    return one.told.answers - one.told.unusable
