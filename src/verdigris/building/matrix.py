"""All candidates and the stub against all tests. It runs them; `agreement` judges.

Candidates and tests are a model's words: each row is asked for in the sandbox, by itself, and comes
to an end (`rows`). A test that keeps its whole file from being loaded is found and left out.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from pydantic import Field

from verdigris.building.rows import Row, ask, ask_probes
from verdigris.core.change import Change
from verdigris.core.text import listed
from verdigris.core.value import Value
from verdigris.suites.warm.trials import Trials

T = TypeVar("T")
Apart = Callable[[Sequence[str]], Change]
"""Gives the change that leaves only the checks of these names in the test files."""
_MANY = 7
"""Trials from which a warm worker is cheaper than so many starts."""
_SEARCHES = 40
"""Trials that are spent on finding tests which keep a file from being loaded."""


class Matrix(Value):
    passes: tuple[frozenset[str], ...]
    """For each candidate the names of the checks that pass with it."""
    on_stub: frozenset[str]
    """Names of the checks that pass although nothing is written."""
    notes: tuple[str, ...] = ()
    missing: frozenset[int] = frozenset()
    """Numbers of the candidates that do not exist: nothing usable was answered."""
    flaky: frozenset[str] = frozenset()
    """Names of the checks that passed and failed with the same code."""
    faults: dict[str, str] = Field(default_factory=dict)
    """What a check said where it did not pass, in a line, by its name."""
    said: tuple[dict[str, str], ...] = ()
    """What each candidate came to where it does not pass, in a line, by the names of the checks."""
    probed: tuple[dict[str, str], ...] = ()
    """What the probes said with each candidate, by their names."""
    alike: tuple[float, ...] = ()
    """With how many candidates each of them agrees, where they were compared (`probing`)."""
    stumbles: tuple[int, ...] = ()
    """How many tests each candidate ends with an error that nobody asked for (`crashes`)."""


@dataclass
class Seen:
    """What is known of candidates from an earlier comparison on the same ground: when others come
    to them, they are not run again.
    """

    rows: dict[str, Row] = field(default_factory=dict)
    probed: dict[str, dict[str, str]] = field(default_factory=dict)


async def run_matrix(
    trials: Trials,
    candidates: Sequence[Change | None],
    stub: Change | None,
    ids: Mapping[str, str],
    *,
    test_seconds: float | None,
    apart: Apart | None = None,
    probes: Mapping[str, str] | None = None,
    seen: Seen | None = None,
) -> Matrix:
    """Run every distinct candidate, and the stub, against every check; `ids` has their test ids.

    No stub means the project as the trials have it. Where a test file cannot be loaded even with
    the stub, the guilty checks are looked for by `apart`, if that is given. `probes` (their test
    ids) are run after all that, with the candidates alone and where there is something to compare.
    What `seen` holds is taken from there, and what is found out is added to it. Raises what a cold
    run raises; whatever the code does is in the matrix.
    """
    seen = seen or Seen()
    distinct = {_key(one): one for one in candidates if one is not None}
    probes = probes if probes and len(distinct) > 1 else {}
    if len(distinct) * (2 if probes else 1) + 2 >= _MANY:
        trials.expect_many()
    run = _Run(trials, ids, test_seconds)
    blank = stub or Change(edits=(), origin="user")
    on_stub = await run.row(blank, list(ids))
    excluded: dict[str, str] = {}
    if on_stub.unloaded and apart is not None:
        excluded = await _guilty(run, blank, apart)
        if excluded:
            run.tests_only = apart([name for name in (*ids, *probes) if name not in excluded])
            on_stub = await run.row(blank, [name for name in ids if name not in excluded])
    run.alone = frozenset(on_stub.deadly)
    names = [name for name in ids if name not in excluded]
    await _each(distinct, seen.rows, lambda change: run.row(change, names))
    rows = {key: seen.rows[key] for key in distinct}
    flaky = await _flaky(run, distinct, rows, names)
    if probes:
        await _each(distinct, seen.probed, lambda change: run.probed(change, probes))
    return Matrix(
        passes=tuple(
            frozenset() if one is None else run.passing(rows[_key(one)]) for one in candidates
        ),
        on_stub=run.passing(on_stub),
        notes=_notes(run, candidates, rows, on_stub, excluded),
        missing=frozenset(i for i, one in enumerate(candidates) if one is None),
        flaky=flaky,
        faults=_faults(ids, [*rows.values(), on_stub], excluded),
        said=tuple({} if one is None else run.heard(rows[_key(one)]) for one in candidates),
        probed=tuple({} if one is None else seen.probed.get(_key(one), {}) for one in candidates),
    )


class _Run:
    """What all rows have in common."""

    def __init__(self, trials: Trials, ids: Mapping[str, str], test_seconds: float | None) -> None:
        self.ids = ids
        self.tests_only: Change | None = None
        """What takes the guilty checks out of the test files."""
        self.alone: frozenset[str] = frozenset()
        """Tests that end their process by themselves, also where nothing is written."""
        self._trials = trials
        self._test_seconds = test_seconds
        self._free = asyncio.Semaphore(trials.workers)

    async def row(self, change: Change, names: Sequence[str]) -> Row:
        return await self.row_with(change, self.tests_only, names)

    async def row_with(self, change: Change, tests: Change | None, names: Sequence[str]) -> Row:
        wanted = list(dict.fromkeys(self.ids[name] for name in names))
        async with self._free:
            return await ask(
                self._trials,
                _with(change, tests),
                wanted,
                test_seconds=self._test_seconds,
                alone=self.alone,
            )

    async def probed(self, change: Change, probes: Mapping[str, str]) -> dict[str, str]:
        async with self._free:
            change = _with(change, self.tests_only)
            said = await ask_probes(self._trials, change, list(probes.values()))
        return {name: said[test] for name, test in probes.items() if test in said}

    def passing(self, row: Row) -> frozenset[str]:
        return frozenset(name for name, test in self.ids.items() if test in row.passed)

    def heard(self, row: Row) -> dict[str, str]:
        return {name: row.said[test] for name, test in self.ids.items() if test in row.said}


async def _each(
    changes: Mapping[str, Change],
    known: dict[str, T],
    work: Callable[[Change], Coroutine[None, None, T]],
) -> None:
    """Do the same with every candidate of which it is not known yet, side by side."""
    new = {key: change for key, change in changes.items() if key not in known}
    try:
        async with asyncio.TaskGroup() as group:
            asked = {key: group.create_task(work(change)) for key, change in new.items()}
    except ExceptionGroup as several:
        raise several.exceptions[0] from None
    known |= {key: task.result() for key, task in asked.items()}


def _with(change: Change, tests: Change | None) -> Change:
    if tests is None:
        return change
    return Change(edits=(*change.edits, *tests.edits), origin=change.origin)


async def _guilty(run: _Run, stub: Change, apart: Apart) -> dict[str, str]:
    """Return the checks without which the stub's test files can be loaded, each with its fault.

    Empty where they are not to blame: a file that cannot be loaded with any single check.
    """
    found: dict[str, str] = {}
    waiting = [list(run.ids)]
    for _ in range(_SEARCHES):
        if not waiting:
            break
        names = waiting.pop()
        row = await run.row_with(stub, apart(names), names)
        if not row.unloaded:
            continue
        if len(names) == 1:
            found[names[0]] = next(iter(row.unloaded.values()))
        else:
            waiting += [names[: len(names) // 2], names[len(names) // 2 :]]
    why = "its file cannot be loaded, and the search for the guilty test was given up"
    found.update({name: why for names in waiting for name in names})
    return {} if len(found) == len(run.ids) and not waiting else found


async def _flaky(
    run: _Run, distinct: Mapping[str, Change], rows: Mapping[str, Row], names: Sequence[str]
) -> frozenset[str]:
    """Run the candidate that passes most once more; return what fared otherwise."""
    best = max(rows, key=lambda key: len(rows[key].passed), default="")
    if not best or not rows[best].passed:
        return frozenset()
    again = await run.row(distinct[best], names)
    return run.passing(again) ^ run.passing(rows[best])


def _key(change: Change) -> str:
    return change.fingerprint or change.diff


def _faults(
    ids: Mapping[str, str], rows: Sequence[Row], excluded: Mapping[str, str]
) -> dict[str, str]:
    found = dict(excluded)
    for name, test in ids.items():
        said = next((row.said[test] for row in rows if test in row.said), "")
        if said and name not in found:
            found[name] = said
    return found


def _notes(
    run: _Run,
    candidates: Sequence[Change | None],
    rows: Mapping[str, Row],
    on_stub: Row,
    excluded: Mapping[str, str],
) -> tuple[str, ...]:
    notes = [
        f"{name} keeps its test file from being loaded: {why}" for name, why in excluded.items()
    ]
    if on_stub.unloaded:
        files = [f"{file} ({why})" for file, why in on_stub.unloaded.items()]
        notes.append(f"cannot be loaded even with the stub: {listed(files)}")
    if on_stub.note:
        notes.append(f"the stub: {on_stub.note}")
    first: dict[str, int] = {}
    for number, one in enumerate(candidates, 1):
        if one is None:
            notes.append(f"candidate {number} does not exist: no usable answer")
        elif _key(one) in first:
            notes.append(f"candidate {number} is the same as candidate {first[_key(one)]}")
        else:
            first[_key(one)] = number
            notes += _note(number, rows[_key(one)])
    return tuple(notes)


def _note(number: int, row: Row) -> list[str]:
    said = [f"{file} cannot be loaded ({why})" for file, why in row.unloaded.items()]
    said += [row.note] if row.note else []
    return [f"candidate {number}: {'; '.join(said)}"] if said else []
