"""Shares, means and ratios over outcomes, each with its interval. Pure.

Where every task was run once, a share has Wilson's interval. Where tasks were run several times,
runs of one task are not independent, so whole tasks are drawn again (bootstrap), and the interval
is never narrower than Wilson's of as many tasks: where all came out alike, drawing again finds no
doubt, however few they are. Ratios and means are always bootstrapped over tasks. What is counted
in tasks, such as findings, is treated like runs: findings of one project are not independent.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Sequence
from itertools import chain

from verdigris.core.value import Value
from verdigris.evals.figures.intervals import Interval, bootstrap, events, wilson
from verdigris.evals.outcome import Outcome

Rows = Sequence[Outcome]
Count = Callable[[Outcome], float]
ROUNDS = 1000


class Figure(Value):
    name: str
    value: float | None
    """None where there was nothing to measure."""
    low: float | None = None
    high: float | None = None
    of: int = 0
    """How many outcomes it is about; of a share of findings, how many of these."""


def share(name: str, rows: Rows, holds: Callable[[Outcome], bool]) -> Figure:
    """Return which share of outcomes something holds for."""
    if not rows:
        return Figure(name=name, value=None)
    good = sum(1 for one in rows if holds(one))
    tasks = by_task(rows)
    span = wilson(good / len(rows) * len(tasks), len(tasks))
    if len(tasks) != len(rows):
        span = span.around(spread(tasks, lambda drawn: sum(map(holds, drawn)) / len(drawn)))
    return made(name, good / len(rows), span, len(rows))


def part(name: str, rows: Rows, above: Count, below: Count) -> Figure:
    """Return which part of what is counted in tasks, such as findings, something holds for."""
    rows = [one for one in rows if below(one)]
    if not rows:
        return Figure(name=name, value=None)

    def centre(drawn: Rows) -> float:
        return sum(map(above, drawn)) / sum(map(below, drawn))

    tasks, value = by_task(rows), centre(rows)
    span = wilson(value * len(tasks), len(tasks))
    if any(sum(map(below, own)) != 1 for own in tasks):
        span = span.around(spread(tasks, centre))
    return made(name, value, span, round(sum(map(below, rows))))


def rate(name: str, rows: Rows, seen: Count, size: Count) -> Figure:
    """Return how often something was seen for each unit of size.

    The interval is never narrower than the exact one of as many independent events.
    """
    found = ratio(name, rows, seen, size)
    if found.value is None or found.low is None or found.high is None:
        return found
    once = len(by_task(rows)) / len(rows)  # runs of one task see the same
    exact = events(round(sum(map(seen, rows)) * once))
    sizes = sum(map(size, rows)) * once
    wide = Interval(exact.low / sizes, exact.high / sizes).around(Interval(found.low, found.high))
    return made(name, found.value, wide, len(rows))


def mean(name: str, rows: Rows, value: Count) -> Figure:
    return _centred(name, rows, lambda drawn: statistics.fmean(map(value, drawn)))


def median(name: str, rows: Rows, value: Count) -> Figure:
    return _centred(name, rows, lambda drawn: statistics.median(map(value, drawn)))


def _centred(name: str, rows: Rows, centre: Callable[[Rows], float]) -> Figure:
    if not rows:
        return Figure(name=name, value=None)
    return made(name, centre(rows), spread(by_task(rows), centre), len(rows))


def ratio(name: str, rows: Rows, above: Count, below: Count) -> Figure:
    """Return a sum over a sum; none where there is nothing below the line."""

    def centre(drawn: Rows) -> float:
        under = sum(map(below, drawn))
        return sum(map(above, drawn)) / under if under else math.inf

    if not rows or math.isinf(found := centre(rows)):
        return Figure(name=name, value=None, of=len(rows))
    return made(name, found, spread(by_task(rows), centre), len(rows))


def by_task(rows: Rows) -> list[list[Outcome]]:
    found: dict[str, list[Outcome]] = {}
    for one in rows:
        found.setdefault(one.task, []).append(one)
    return list(found.values())


def spread(tasks: Sequence[Rows], centre: Callable[[Rows], float]) -> Interval:
    """Draw whole tasks again, so that runs of one task stay together."""

    def figure(drawn: Sequence[Rows]) -> float:
        return centre(list(chain.from_iterable(drawn)))

    return bootstrap(tasks, figure, rounds=ROUNDS)


def made(name: str, value: float, span: Interval, of: int) -> Figure:
    low, high = (None if math.isinf(end) else end for end in span)
    return Figure(name=name, value=value, low=low, high=high, of=of)
