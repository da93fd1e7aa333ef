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
from verdigris.evals.keeping import Record
from verdigris.evals.metrics import NAMES, Figure, Group, Summary, summarise
from verdigris.evals.outcome import Outcome
from verdigris.evals.reports.data import why
from verdigris.evals.reports.plots import Bar, Line, bars, lines
from verdigris.evals.reports.words import figure_words, span_words

if TYPE_CHECKING:
    from jinja2 import Template

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""What no browser shows, and marks that would turn the direction of the text around them."""


def as_html(record: Record) -> str:
    summary = summarise(record.outcomes)
    return _template().render(
        record=record,
        summary=summary,
        figures=[
            (f.name, figure_words(f), span_words(f), f.of, NAMES.get(f.name, ""))
            for f in summary.figures
            if f.value is not None
        ],
        plots=[plot for plot in _plots(record, summary) if plot[1]],
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
    by_tier = [
        Bar(f.name.removeprefix("tier "), f.value or 0.0, f.low, f.high, figure_words(f))
        for f in summary.figures
        if f.name.startswith("tier ")
    ]
    name, unit = _currency(can)
    return [
        ("Learning curve: share solved so far, in the order of the tasks", _learning(record, can)),
        (
            f"Cost against solved: tasks solved with up to so many {name}",
            _spending(can, name, unit),
        ),
        ("By tier: where the fixes came from", bars("By tier", by_tier)),
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
    ordered = sorted(rows, key=lambda one: (one.position, one.run))
    if len(ordered) < 2:
        return ""
    found = []
    for name, value in (("solved", "solved"), ("right", "right")):
        sums = accumulate(float(getattr(one, value)) for one in ordered)
        found.append(
            Line(name, [(number, total / number) for number, total in enumerate(sums, start=1)])
        )
    across = "tasks in the stream" if record.plan.stream else "tasks"
    return lines("Learning curve", across, "share so far", found, most=1.0)


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
    return "seconds", lambda one: one.told.seconds
