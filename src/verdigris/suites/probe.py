"""Running tests while a few functions are watched, then trying versions of them on what was seen.

The work is done inside the sandbox by plugin/verdigris_probe.py. What it leaves is read here as
what it is, the word of a process in which candidates have run: bounded, validated, and dropped as a
whole when it contradicts itself.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from pydantic import ValidationError

from verdigris.core.probe import Cell, Examples, Input, Table
from verdigris.core.report import Report
from verdigris.core.text import one_line
from verdigris.core.value import Value
from verdigris.errors import MissingError
from verdigris.sandbox.leavings import read_left

CALL_SECONDS = 0.25
"""What one call of one version may take."""
_LARGEST = 16 << 20
_CALLS = 12
"""Calls of one function that are kept, from failing and from passing tests each."""
_INPUTS = 320
_TESTS = 300


class Place(Value):
    key: str
    path: str
    function: str
    """Dotted name of a function that is not inside another one."""


@runtime_checkable
class Probeable(Protocol):
    """A suite that can load more of our plugins."""

    async def run_with(
        self,
        tree: Path,
        *,
        plugins: Sequence[str] = (),
        env: Mapping[str, str] | None = None,
        kept: Sequence[Path] = (),
        readable: Sequence[Path] = (),
        only: Sequence[str] = (),
        wall_seconds: float | None = None,
    ) -> Report: ...


async def probe(
    suite: object,
    tree: Path,
    places: Sequence[Place],
    versions: Sequence[Mapping[str, str]],
    *,
    failing: Sequence[str],
    passing: Sequence[str],
    seconds: float,
) -> Table:
    """Watch functions during a run of the tests in `tree`, then call all versions of them.

    `versions` map paths to texts; the first is the original. Never raises for what the tests or a
    version do: what could not be probed is in the notes.
    """
    if not isinstance(suite, Probeable):
        return Table(notes=("the tests cannot be watched",))
    only = [*failing, *passing][:_TESTS]
    if not all("::" in test for test in only):
        only = []  # a file that could not be collected has no tests to name
    with tempfile.TemporaryDirectory(prefix="verdigris-probe-", ignore_cleanup_errors=True) as t:
        desk = Path(t).resolve()
        job, out = desk / "job.json", desk / "probe"
        out.touch()
        told = {
            "root": str(tree),
            "places": [[place.key, place.path, place.function] for place in places],
            "versions": [dict(version) for version in versions],
            "failing": list(failing),
            "seconds": seconds * 0.4,  # for the tests, and again for the versions
            "call_seconds": CALL_SECONDS,
            "calls": _CALLS,
            "inputs": _INPUTS,
        }
        job.write_text(json.dumps(told), "utf-8")
        try:
            report = await suite.run_with(
                tree,
                plugins=("verdigris_probe",),
                env={
                    "VERDIGRIS_PROBE_JOB": str(job),
                    "VERDIGRIS_PROBE_OUT": str(out),
                    "VERDIGRIS_PLUGINS": "verdigris_probe",
                },
                kept=(out,),
                readable=(job,),
                only=only,
                wall_seconds=seconds,
            )
        except MissingError as error:
            return Table(notes=(one_line(str(error)),))
        return read_table(out, len(versions)) or Table(notes=(_silence(report),))


def _silence(report: Report) -> str:
    if report.ending == "finished":
        return "the tests were not run by pytest or unittest in a process of their own"
    return one_line(report.message or report.ending)


def read_table(path: Path, versions: int) -> Table | None:
    """Return what the plugin left; None when it left nothing that can be used."""
    rows = list(_rows(path))
    finished = [row for row in rows if row.get("kind") == "finish"]
    if len(finished) != 1:
        return None if not finished else Table(notes=("the records contradict each other",))
    try:
        return _table(rows, versions)
    except (ValidationError, KeyError, TypeError, ValueError):
        return Table(notes=("the records contradict each other",))


def _table(rows: Sequence[dict[str, Any]], versions: int) -> Table:
    inputs = [Input(**_rest(row)) for row in rows if row["kind"] == "input"]
    cells = [Cell(**_rest(row)) for row in rows if row["kind"] == "cell"]
    said = [_rest(row) for row in rows if row["kind"] == "version"]
    if [one.n for one in inputs] != list(range(len(inputs))) or len(inputs) > _INPUTS:
        raise ValueError("inputs")
    # Twice the same cell: somebody else has written, too.
    if len({(cell.version, cell.n) for cell in cells}) != len(cells):
        raise ValueError("cells")
    if any(cell.version >= versions or cell.n >= len(inputs) for cell in cells):
        raise ValueError("cells")
    return Table(
        inputs=tuple(inputs),
        cells=tuple(cells),
        examples=tuple(
            Examples(version=row["version"], passed=row["passed"], failed=row["failed"])
            for row in said
            if "refused" not in row
        ),
        refused={
            int(row["version"]): one_line(str(row["refused"])) for row in said if "refused" in row
        },
        notes=tuple(
            one_line(f"{row['key']}: {row['why']}") for row in rows if row["kind"] == "place"
        ),
    )


def _rest(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != "kind"}


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    try:
        text = read_left(path, _LARGEST).decode("utf-8", "replace")
    except OSError:
        return
    for line in text.splitlines():
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            return  # cut off, or not ours: then there is no finish either
        if isinstance(row, dict) and isinstance(row.get("kind"), str):
            yield row
