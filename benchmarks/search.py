"""Fixing without a model: how many tasks turn green, and how many of those are right.

Aim: 70 % green, 85 % of the green ones right.

Each task is one `fix` without models through the public door, with a data folder of its own, so
that nothing is remembered from one task to the next. The hidden tests then run on the result. The
baseline is the same search, limits and tasks, with its ideas in random order: what is saved by
looking first where the fault is likely, and first for what is usual.

By default only some tasks are run, spread over the suite. `--limit 0` runs all, with the budget
that a user has by default: about an hour for one arm on two cores. `--out FILE` keeps the rows; a
run with the same file goes on where it was stopped, and runs again only what another version of the
code or of the task has left:

    python benchmarks/search.py --limit 0 --arms search --out rows.jsonl
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from _lean import lean_python

import verdigris
from verdigris import Task
from verdigris.core.events import Event, Searched
from verdigris.core.result import RunResult
from verdigris.engine.runner import run
from verdigris.engine.sitting import Options
from verdigris.errors import VerdigrisError
from verdigris.evals.figures.intervals import bootstrap, wilson
from verdigris.evals.judging.hidden import is_right, limited
from verdigris.evals.tasks.reading import EvalTask, read_suite
from verdigris.evals.tasks.trees import files_of, lay_out
from verdigris.proposers.search import Ideas
from verdigris.repair import operators
from verdigris.settings import Settings, load

Row = dict[str, Any]
ARMS = ("search", "random")
OWN = Settings().cascade
PATIENCE = 600.0
"""Seconds after which a run is given up; its own limits should end it long before."""


async def measure(task: EvalTask, arm: str, settings: Settings, desk: Path) -> Row:
    """Let Verdigris fix one task in an empty home; say what it came to."""
    project = lay_out(desk / "project", task.repo)
    own = limited(settings, task)
    own = own.model_copy(update={"paths": own.paths.model_copy(update={"data": desk / "data"})})
    wanted = Task(goal=task.goal, root=str(project), test_cmd=task.test_cmd)
    started, watch = time.monotonic(), Watch()
    row: Row = {
        "task": task.id, "arm": arm, "family": task.family, "size": task.size,
        "difficulty": task.difficulty, "green": False, "right": False,
    }  # fmt: skip
    try:
        options = Options(apply=True, listeners=(watch,))
        if arm == "random":
            options = replace(options, ideas=shuffled(task.id))
        result = await asyncio.wait_for(run(wanted, own, options), PATIENCE)
    except (VerdigrisError, TimeoutError) as error:
        return {**row, "seconds": time.monotonic() - started, "error": f"{error!r}"}
    row |= {"seconds": time.monotonic() - started, **account(result), "diff": result.diff}
    if result.green:
        hidden = await is_right(task, project, settings)
        row |= {"green": True, "right": hidden.green, "hidden": hidden.summary()}
        row["until_green"] = watch.first or row["candidates"]
    return row


class Watch:
    """Hears how many candidates had been tried when the first was green, to half a second.

    The search goes on for a while, to have a choice.
    """

    first = 0

    async def hear(self, event: Event) -> None:
        if isinstance(event, Searched) and event.greens and not self.first:
            self.first = event.tried


def account(result: RunResult) -> Row:
    spent = [each for each in result.tiers if each.tier == "search"]
    return {
        "status": result.status,
        "reason": result.reason,
        "iterations": result.iterations,
        "candidates": sum(each.candidates for each in spent),
        "search_seconds": sum(each.use.seconds for each in spent),
    }


def shuffled(seed: str) -> Ideas:
    """Return the ideas of the search in random order: the baseline."""
    numbers = random.Random(seed)

    def ideas(*about: Any) -> Iterator[operators.Scored]:
        found = [(numbers.random(), idea) for _, idea in operators.Ideas(*about)]
        return iter(sorted(found, key=lambda one: -one[0]))

    return ideas


class Kept:
    """Rows on disk, by task, arm, limits and the version of everything that matters."""

    def __init__(self, path: Path | None, limits: str) -> None:
        self._path = path
        self._limits = limits
        self._code = _digest(
            path
            for path in Path(verdigris.__file__).parent.rglob("*.py")
            if "evals" not in path.parts
        )
        self._rows: dict[str, Row] = {}
        for line in path.read_text("utf-8").splitlines() if path and path.exists() else ():
            row = json.loads(line)
            self._rows[row["key"]] = row

    def key(self, task: EvalTask, arm: str) -> str:
        own = _digest(task.folder / path for path in files_of(task.folder))
        return f"{task.id} {arm} {self._limits} {own} {self._code}"

    def get(self, task: EvalTask, arm: str) -> Row | None:
        return self._rows.get(self.key(task, arm))

    def put(self, task: EvalTask, row: Row) -> Row:
        row = {"key": self.key(task, row["arm"]), **row}
        if self._path:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
        return row


def _digest(paths: Iterable[Path]) -> str:
    found = hashlib.sha256()
    for path in sorted(paths):
        found.update(path.read_bytes())
    return found.hexdigest()[:12]


async def run_all(
    tasks: Sequence[EvalTask], arms: Sequence[str], settings: Settings, kept: Kept
) -> list[Row]:
    rows = []
    for number, task in enumerate(tasks, start=1):
        for arm in arms:
            row = kept.get(task, arm)
            if row is None:
                with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as desk:
                    row = await measure(task, arm, settings, Path(desk).resolve())
                row = kept.put(task, row)
            rows.append(row)
            ours = [one for one in rows if one["arm"] == arm]
            so_far = "/".join(str(sum(one[what] for one in ours)) for what in ("green", "right"))
            line = f"{number:3}/{len(tasks)} {told(row)} so far {so_far} of {len(ours)}"
            print(line, file=sys.stderr, flush=True)
    return rows


def told(row: Row) -> str:
    outcome = "right" if row["right"] else "GREEN BUT WRONG" if row["green"] else "not green"
    effort = f"{row.get('candidates', 0)} candidates, {row['seconds']:.1f} s"
    return f"{row['arm']:6} {row['task']:34} {outcome:15} {effort} {row.get('error', '')}"


# The figures


def share(rows: Sequence[Row], what: str) -> Row:
    good = sum(bool(row[what]) for row in rows)
    low, high = wilson(good, len(rows))
    return {
        "share": round(good / len(rows), 3) if rows else None,
        "of": len(rows),
        "low": round(low, 3),
        "high": round(high, 3),
    }


def summary(rows: Sequence[Row]) -> Row:
    greens = [row for row in rows if row["green"]]
    seconds = sum(row.get("search_seconds", 0.0) for row in rows)
    tried = sum(row.get("candidates", 0) for row in rows)
    return {
        "green": share(rows, "green"),
        "right_of_green": share(greens, "right"),
        "candidates_until_green": _median(row["until_green"] for row in greens),
        "candidates_with_rivals": _median(row["candidates"] for row in greens),
        "seconds_of_a_green_run": _median(row["seconds"] for row in greens),
        "candidates_per_second": round(tried / seconds, 1) if seconds else None,
    }


def _median(values: Iterable[float]) -> float | None:
    found = list(values)
    return round(statistics.median(found), 2) if found else None


def by(rows: Sequence[Row], field: str) -> Row:
    """Return `green/right/all` of each group, in short."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(row[field], []).append(row)
    return {
        name: "/".join(
            map(str, (sum(r["green"] for r in own), sum(r["right"] for r in own), len(own)))
        )
        for name, own in sorted(groups.items())
    }


def fewer(rows: Sequence[Row]) -> Row:
    """Return how many candidates the random order tries for one of ours, task by task.

    A run that ends short of green counts with what it has tried: it would have needed more.
    """
    by_task: dict[str, dict[str, Row]] = {}
    for row in rows:
        by_task.setdefault(row["task"], {})[row["arm"]] = row
    ratios = [
        _effort(pair["random"]) / _effort(pair["search"])
        for pair in by_task.values()
        if {"search", "random"} <= set(pair) and pair["search"]["green"]
    ]
    if not ratios:
        return {}
    low, high = bootstrap(ratios, statistics.median)
    return {
        "ratio": round(statistics.median(ratios), 2),
        "low": round(low, 2),
        "high": round(high, 2),
        "tasks": len(ratios),
    }


def _effort(row: Row) -> int:
    return max(1, row.get("until_green") or row.get("candidates", 0))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--suite", default="fix-small", help="a suite's name or folder")
    parser.add_argument("--family", default="", help="only tasks of this family")
    parser.add_argument("--only", default="", help="only tasks whose id has this in it")
    parser.add_argument("--limit", type=int, default=12, help="so many, spread; 0 for all")
    parser.add_argument("--arms", nargs="+", choices=ARMS, default=ARMS)
    parser.add_argument(
        "--seconds", type=float, default=OWN.search_seconds, help="of search in an iteration"
    )
    parser.add_argument(
        "--candidates", type=int, default=OWN.search_candidates, help="most in an iteration"
    )
    parser.add_argument("--iterations", type=int, default=1)
    parser.add_argument("--out", type=Path, help="keeps a row per task; goes on from it")
    return parser.parse_args()


def chosen(given: argparse.Namespace) -> list[EvalTask]:
    tasks = [
        task
        for task in read_suite(given.suite).tasks
        if given.only in task.id and given.family in ("", task.family)
    ]
    if given.limit and given.limit < len(tasks):
        step = len(tasks) / given.limit
        tasks = [tasks[int(i * step)] for i in range(given.limit)]
    return tasks


def main() -> None:
    given = arguments()
    with tempfile.TemporaryDirectory() as place:
        settings = load(
            flags={
                "models.enabled": False,
                "suite.python": str(lean_python(Path(place).resolve())),
                "cascade.search_seconds": given.seconds,
                "cascade.search_candidates": given.candidates,
                "limits.max_iters": given.iterations,
            },
            environ={"VERDIGRIS_CONFIG": os.devnull},
        ).settings
        limits = f"{given.seconds:g}s,{given.candidates},{given.iterations}"
        tasks = chosen(given)
        rows = asyncio.run(run_all(tasks, given.arms, settings, Kept(given.out, limits)))
    ours = [row for row in rows if row["arm"] == "search"]
    print(
        json.dumps(
            {
                "benchmark": "search",
                "aim": "70 % green, 85 % of these right",
                "tasks": len(tasks),
                "limits": limits,
                "cores": os.cpu_count(),
                **{arm: summary([r for r in rows if r["arm"] == arm]) for arm in given.arms},
                "fewer_candidates_than_random": fewer(rows),
                "green/right/all": {
                    field: by(ours, field) for field in ("family", "difficulty", "size")
                },
            }
        )
    )


if __name__ == "__main__":
    main()
