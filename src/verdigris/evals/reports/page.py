"""The report: one page of HTML that holds everything it needs and opens from a file.

It has no script, and its own policy forbids any; text of tasks, tests and models is escaped.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING

from verdigris.core.text import tidy
from verdigris.evals.figures.alarms import OF_AUDITS
from verdigris.evals.figures.metrics import NAMES, Group, Summary, summarise
from verdigris.evals.figures.shares import Figure
from verdigris.evals.figures.words import figure_words, span_words
from verdigris.evals.keeping import Record
from verdigris.evals.outcome import Outcome
from verdigris.evals.reports.data import why
from verdigris.evals.reports.plots import Bar, Line, Point, bars, lines

if TYPE_CHECKING:
    from jinja2 import Template

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""What no browser shows, and marks that would turn the direction of the text around them."""


def as_html(record: Record) -> str:
    summary = summarise(record.outcomes)
    looked = all(one.kind == "audit" for one in record.outcomes)
    says = {**NAMES, **OF_AUDITS} if looked else NAMES
    return _template().render(
        record=record,
        summary=summary,
        figures=[
            (f.name, figure_words(f), span_words(f), f.of, says.get(f.name, ""))
            for f in summary.figures
            if f.value is not None
        ],
        plots=[plot for plot in _plots(record, summary) if plot[1]],
        findings=[("rule", summary.rules), ("family", summary.audits)],
        words=figure_words,
        outcomes=record.outcomes,
        why=why,
        when=time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(record.started_at)),
        flags=sorted(record.plan.flags.items()),
    )


@cache
def _template() -> Template:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("verdigris.evals.reports", ""),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["visible"] = _visible
    return environment.get_template("page.html.j2")


def _visible(text: str) -> str:
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", tidy(text))


def _plots(record: Record, summary: Summary) -> list[tuple[str, str]]:
    """Return the plots with their captions; the second part is safe as it is."""
    can = [one for one in record.outcomes if one.expect != "not_green"]
    by_rule = [
        Bar(f.name, f.recall.value or 0.0, f.recall.low, f.recall.high, f"{f.found}/{f.labels}")
        for f in summary.rules
        if f.labels
    ]
    by_tier = [
        Bar(f.name.removeprefix("tier "), f.value or 0.0, f.low, f.high, figure_words(f))
        for f in summary.figures
        if f.name.startswith("tier ")
    ]
    name, unit = _currency(can)
    return [
        ("Learning curve: share solved so far, in the order of the tasks", _learning(record, can)),
        (
            "Learning curve: candidates up to the first green one, mean so far",
            _search_curve(can) if record.plan.stream else "",
        ),
        (
            f"Cost against solved: tasks solved with up to so many {name}",
            _spending(can, name, unit),
        ),
        ("By tier: where the fixes came from", bars("By tier", by_tier)),
        ("By rule: how much of what is wrong was found", bars("By rule", by_rule)),
        ("By family: solved, and right (the darker part)", _groups("By family", summary.families)),
        ("By difficulty", _groups("By difficulty", summary.difficulties)),
        ("By size", _groups("By size", summary.sizes)),
    ]


def _groups(title: str, found: Sequence[Group]) -> str:
    return bars(
        title,
        [
            Bar(g.name, g.solved.value or 0.0, g.solved.low, g.solved.high,
                f"{_of(g.solved)}, {_of(g.right)} right", g.right.value)
            for g in found
        ],
    )  # fmt: skip


def _of(figure: Figure) -> str:
    return f"{round((figure.value or 0) * figure.of)}/{figure.of}"


def _learning(record: Record, rows: Sequence[Outcome]) -> str:
    found = [
        Line("solved", so_far(rows, lambda one: one.solved)),
        Line("right", so_far(rows, lambda one: one.right)),
    ]
    across = "place in the stream" if record.plan.stream else "tasks"
    return lines("Learning curve", across, "share so far", found, most=1.0)


def _search_curve(rows: Sequence[Outcome]) -> str:
    had = [one for one in rows if one.told.first_green]
    curve = so_far(had, lambda one: one.told.first_green)
    return lines("Learning curve", "place in the stream", "candidates", [Line("to green", curve)])


def so_far(rows: Sequence[Outcome], value: Callable[[Outcome], float]) -> list[Point]:
    """Return the mean over all runs up to each place in the order; no curve where that is one."""
    sums: dict[int, tuple[float, int]] = {}
    for one in rows:
        total, number = sums.get(one.position, (0.0, 0))
        sums[one.position] = (total + value(one), number + 1)
    places = sorted(sums)
    totals = accumulate(sums[place][0] for place in places)
    numbers = accumulate(sums[place][1] for place in places)
    found = [(place + 1.0, t / n) for place, t, n in zip(places, totals, numbers, strict=True)]
    return found if len(found) > 1 else []


def _spending(rows: Sequence[Outcome], name: str, unit: Callable[[Outcome], float]) -> str:
    spent = sorted(unit(one) for one in rows if one.solved)
    if not spent:
        return ""
    curve = [(0.0, 0.0), *((each, float(number)) for number, each in enumerate(spent, start=1))]
    shown = Line("solved", curve, steps=True)
    return lines("Cost against solved", f"{name} for one task", "solved", [shown])


def _currency(rows: Sequence[Outcome]) -> tuple[str, Callable[[Outcome], float]]:
    """Return what the tasks were paid with: dollars, else tokens, else seconds."""
    if any(one.told.use.cost for one in rows):
        return "US dollars", lambda one: one.told.use.cost
    if any(one.told.use.tokens for one in rows):
        return "tokens", lambda one: float(one.told.use.tokens)
    return "seconds", lambda one: one.seconds
