"""The tables of docs/results.md, made from what `results.py` keeps. Nothing is measured here.

A section that nothing was kept for says so by itself. Figures are written as they came.
"""

from __future__ import annotations

import json
import re
import statistics
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from results import SECTIONS, Arm

from verdigris.evals.figures.alarms import OF_AUDITS
from verdigris.evals.figures.compare import exact_p
from verdigris.evals.figures.intervals import bootstrap
from verdigris.evals.figures.metrics import NAMES, Figure
from verdigris.evals.figures.words import figure_words, span_words

Kept = dict[str, Any]
NOT_YET = "*Not measured yet.*"
SHOWN = (
    "as_expected", "solved", "right", "right_of_solved", "false_green", "time_to_green",
    "tokens_per_solved", "tokens_per_right", "candidates_per_solved", "candidates_to_green",
    "valid_edits", "precision", "recall", "f1", "false_alarms",
)  # fmt: skip
"""In this order. Iterations, `pass@K` and tiers are in the report of an eval."""
GROUPS: dict[str, str] = {
    "first": "the first of a recurring family",
    "later": "later ones of these families, in other code",
    "again": "the same code and fault again",
    "renamed": "the same code in other words",
    "held-out": "families that come only once",
}


def write(page: Path, kept: Path) -> None:
    page.write_text(filled(page.read_text("utf-8"), kept), "utf-8")


def filled(text: str, kept: Path) -> str:
    """Return a page with its blocks made anew. Raises ValueError for a section without a block."""
    for section, arms in SECTIONS.items():
        begin, end = f"<!-- begin {section} -->", f"<!-- end {section} -->"
        pattern = re.compile(f"{re.escape(begin)}\n.*?{re.escape(end)}", re.DOTALL)
        body = block(section, arms, kept)
        text, count = pattern.subn(lambda _, b=begin, t=body, e=end: f"{b}\n{t}\n{e}", text)
        if count != 1:
            raise ValueError(f"the page has {count} blocks '{section}'")
    return text


def block(section: str, arms: Sequence[Arm], kept: Path) -> str:
    """Return what a section says: its commands, its figures, and where they were taken."""
    found = {arm.name: read(kept / f"{section}-{arm.name}.json") for arm in arms}
    there = {name: one for name, one in found.items() if one is not None}
    parts = [commands(section, arms)]
    if not there:
        return "\n\n".join([*parts, NOT_YET])
    parts.append(table(there, NAMES | OF_AUDITS if section == "audit" else NAMES))
    if section == "learning" and {"on", "off"} <= there.keys():
        parts += [by_group(there), against(there)]
    parts += [paired(there[first], there[other]) for first, other in _pairs(list(there))]
    if missing := [name for name, one in found.items() if one is None]:
        parts.append(f"*Not measured yet: {', '.join(missing)}.*")
    parts.append("\n".join(f"- {where(name, one)}" for name, one in there.items()))
    return "\n\n".join(parts)


def read(path: Path) -> Kept | None:
    return json.loads(path.read_text("utf-8")) if path.is_file() else None


def commands(section: str, arms: Sequence[Arm]) -> str:
    lines = [f"$ make results-{section}", *(f"$ {arm.shown}" for arm in arms)]
    return "\n".join(["```console", *lines, "```"])


def table(arms: Mapping[str, Kept], says: Mapping[str, str]) -> str:
    """Return a row a figure and a column an arm, each figure with its interval."""
    rows = []
    for name in SHOWN:
        figures = [_figure(one, name) for one in arms.values()]
        if any(each is not None for each in figures):
            cells = " | ".join(_cell(each) for each in figures)
            rows.append(f"| `{name}` | {says[name]} | {cells} |")
    heads = " | ".join(arms)
    return "\n".join(
        [f"| figure | what it says | {heads} |", "|---|---|" + "---|" * len(arms), *rows]
    )


def _figure(kept: Kept, name: str) -> Figure | None:
    found = [Figure.model_validate(one) for one in kept["figures"] if one["name"] == name]
    # What costs nothing says nothing.
    if not found or (name.startswith(("tokens_", "candidates_")) and not found[0].value):
        return None
    return found[0]


def _cell(figure: Figure | None) -> str:
    if figure is None:
        return "–"
    span = span_words(figure).replace(" % to", " to").replace(" s to", " to")
    return f"{figure_words(figure)} ({span}), n = {figure.of}" if span else figure_words(figure)


def _pairs(names: Sequence[str]) -> list[tuple[str, str]]:
    return [("verdigris", name) for name in names if "verdigris" in names and name != "verdigris"]


def paired(ours: Kept, theirs: Kept) -> str:
    """Return on how many tasks one arm was right and the other not, with the exact p of that."""
    right = [{task["task"]: task["verdict"] == "right" for task in one["tasks"]}
             for one in (ours, theirs)]  # fmt: skip
    both = right[0].keys() & right[1].keys()
    better = sum(right[0][task] > right[1][task] for task in both)
    worse = sum(right[0][task] < right[1][task] for task in both)
    who = f"{ours['arm']} against {theirs['arm']}, the same {len(both)} tasks"
    split = f"right on {better} that the other is not, and the other way round on {worse}"
    return f"{who}: {split}; p = {exact_p(better, worse):.2g}."


def where(name: str, kept: Kept) -> str:
    """Return with what, where and when figures were taken."""
    at = kept["machine"]
    done = f"{kept['done']} of {kept['jobs']} jobs"
    if at_once := at.get("at_once"):
        done += f", {at_once} at a time"
    return (
        f"{name}: {done}, seed {kept['seed']}, {kept['date']}, version {kept['version']} "
        f"({kept['commit']}), {at['cores']} cores {at['architecture']} with {at['memory_gb']} GB, "
        f"{at['system']}, Python {at['python']}, load {at['load']}"
    )


# The stream


def group_of(task: Kept, families: Mapping[str, int], first: bool) -> str:
    """Return which part of the stream a task is of."""
    if families[task["family"]] == 1:
        return "held-out"
    for name in ("again", "renamed"):
        if task["task"].endswith(f"-{name}"):
            return name
    return "first" if first else "later"


def grouped(kept: Kept) -> dict[str, list[Kept]]:
    """Return the tasks of a stream by the parts they play in it."""
    families = Counter(task["family"] for task in kept["tasks"])
    seen: set[str] = set()
    found: dict[str, list[Kept]] = {name: [] for name in GROUPS}
    for task in kept["tasks"]:
        found[group_of(task, families, task["family"] not in seen)].append(task)
        seen.add(task["family"])
    return found


def by_group(arms: Mapping[str, Kept]) -> str:
    rows = []
    parts = {name: grouped(one) for name, one in arms.items()}
    for group, words in GROUPS.items():
        cells = [_fared(own[group]) for own in parts.values()]
        rows.append(f"| {words} | {len(parts['on'][group])} | {' | '.join(cells)} |")
    heads = " | ".join(f"{name}: solved, candidates a task" for name in arms)
    return "\n".join([f"| tasks | n | {heads} |", "|---|---|" + "---|" * len(arms), *rows])


def _fared(tasks: Sequence[Kept]) -> str:
    if not tasks:
        return "–"
    tried = [task["candidates"] for task in tasks]
    low, high = bootstrap(tried, statistics.fmean)
    solved = sum(task["solved"] for task in tasks)
    return f"{solved}, {statistics.fmean(tried):.0f} ({low:.0f} to {high:.0f})"


def against(arms: Mapping[str, Kept]) -> str:
    """Return candidates with memory over those without it, task by task."""
    rows = []
    others = [name for name in ("off", "shuffled") if name in arms]
    for group, words in GROUPS.items():
        cells = [_ratio(arms["on"], arms[other], group) for other in others]
        rows.append(f"| {words} | {' | '.join(cells)} |")
    heads = " | ".join(f"on against {name}" for name in others)
    return "\n".join([f"| candidates, ratio | {heads} |", "|---|" + "---|" * len(others), *rows])


def _ratio(ours: Kept, theirs: Kept, group: str) -> str:
    other = {task["task"]: task["candidates"] for task in theirs["tasks"]}
    pairs = [
        (task["candidates"], other[task["task"]])
        for task in grouped(ours)[group]
        if task["task"] in other
    ]
    figure: Callable[[Sequence[tuple[int, int]]], float] = _share
    if not pairs or not sum(below for _, below in pairs):
        return "–"
    low, high = bootstrap(pairs, figure)
    return f"{figure(pairs):.2f} ({low:.2f} to {high:.2f})"


def _share(pairs: Sequence[tuple[int, int]]) -> float:
    return sum(above for above, _ in pairs) / max(1, sum(below for _, below in pairs))
