"""Running tests under observation: what each was seen to run. The outcome counts for nothing.

The failing tests run by themselves, so that one which kills its process takes no other along; those
that pass and matter run beside them, in a copy of their own. Only Python's tests can be observed.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from verdigris.core.observed import Observed
from verdigris.core.report import Report
from verdigris.suites.spectrum_records import TRAIL_BYTES, read_spectrum

PLUGIN = "verdigris_spectrum"
MOST_FAILING = 20
MOST_PASSING = 300
_SLOWER = 4.0
"""How much longer a test is reckoned to take when it is observed."""
_TEST_SECONDS = 5.0
_GRACE = 15.0
"""Seconds between the moment no further test is begun and the end by force."""

Fresh = Callable[[], AbstractAsyncContextManager[Path]]
"""Gives a throw-away copy of the project."""


@runtime_checkable
class Observable(Protocol):
    """A suite whose tests can be run with plugins of ours in the project's Python."""

    async def run_with(self, tree: Path, **more: Any) -> Report: ...


async def observe(suite: object, fresh: Fresh, report: Report, seconds: float) -> Observed:
    """Run the tests that failed, and those that passed near them, for about `seconds`.

    Never raises for what the tests do. Raises SandboxUnavailable when they cannot be run at all.
    """
    if not isinstance(suite, Observable):
        return Observed(trouble="this suite cannot be observed")
    started = time.monotonic()
    failing = [failure.id for failure in report.failures if _is_python(failure.id)][:MOST_FAILING]
    if not failing:
        return Observed(trouble="only tests of Python's can be observed, one by one")
    near = _near(report, failing, seconds)
    # A file that cannot be loaded has no tests to name; it is loaded whichever are chosen.
    named = [test for test in failing if "::" in test]
    chosen = [tests for tests in (named, near) if tests] or [[]]
    parts = await asyncio.gather(*(_watch(suite, fresh, tests, seconds) for tests in chosen))
    return _together(parts, time.monotonic() - started)


async def _watch(suite: Observable, fresh: Fresh, only: Sequence[str], seconds: float) -> Observed:
    with tempfile.TemporaryDirectory(
        prefix="verdigris-spectrum-", ignore_cleanup_errors=True
    ) as scratch:
        desk = Path(scratch).resolve()
        records, trail = desk / "records", desk / "trail"
        records.touch()
        trail.write_bytes(bytes(TRAIL_BYTES))
        async with fresh() as tree:
            told = {
                "records": str(records),
                "trail": str(trail),
                "root": str(tree),
                "until": time.time() + seconds,
            }
            await suite.run_with(
                tree,
                plugins=[PLUGIN],
                env={"VERDIGRIS_SPECTRUM": json.dumps(told)},
                kept=[records, trail],
                only=only,
                test_seconds=min(_TEST_SECONDS, max(seconds / 2, 1.0)),
                wall_seconds=seconds + _GRACE,
            )
        return await asyncio.to_thread(read_spectrum, records, trail)


def _is_python(test: str) -> bool:
    return test.partition("::")[0].endswith(".py")


def _near(report: Report, failing: Sequence[str], seconds: float) -> list[str]:
    """Return the passing tests that tell most: of the same class, the same file, the same folder.

    As many as there is time for, judged by how long they took unobserved.
    """
    passed = [r for r in report.passed if "::" in r.id and _is_python(r.id)]
    classes = {test.rpartition("::")[0] for test in failing}
    files = {test.partition("::")[0] for test in failing}
    folders = {file.rpartition("/")[0] for file in files}

    def distance(test: str) -> int:
        file = test.partition("::")[0]
        folder = file.rpartition("/")[0]
        return [test.rpartition("::")[0] in classes, file in files, folder in folders, True].index(
            True
        )

    chosen: list[str] = []
    left = seconds
    for result in sorted(passed, key=lambda result: (distance(result.id), result.seconds)):
        left -= result.seconds * _SLOWER
        if left < 0 or len(chosen) >= MOST_PASSING:
            break
        chosen.append(result.id)
    return chosen


def _together(parts: Sequence[Observed], seconds: float) -> Observed:
    loading: defaultdict[str, frozenset[int]] = defaultdict(frozenset)
    for part in parts:
        for path, lines in part.loading.items():
            loading[path] |= lines
    return Observed(
        tests=tuple({seen.id: seen for part in parts for seen in part.tests}.values()),
        loading=dict(loading),
        types=tuple(dict.fromkeys(one for part in parts for one in part.types)),
        trouble=next((part.trouble for part in parts if part.trouble), ""),
        seconds=seconds,
    )
