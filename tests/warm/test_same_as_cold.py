"""Whatever a level takes, it reports what a cold run reports, test by test."""

from __future__ import annotations

import asyncio
import tempfile
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from warm_programs import Program, programs
from warm_projects import Project, told

from verdigris.suites.warm.wire import Trial
from verdigris.suites.warm.worker import open_worker


async def compare(program: Program, python: Path, taken: Counter[str]) -> None:
    with tempfile.TemporaryDirectory() as place:
        project = Project(Path(place) / "original", python, program.files)
        async with open_worker(project.launch, project.sandbox, project.fresh) as worker:
            for edit in program.edits:
                trial = Trial(edits=tuple(edit.items()), test_seconds=10)
                expected = told(await project.cold(edit))
                for level in worker.levels:
                    report = await worker.attempt(level, trial)
                    if isinstance(report, str):
                        continue
                    taken[level] += 1
                    assert told(report) == expected, (level, edit)
                    assert not worker.spoilt


@pytest.mark.thorough
def test_generated_suites_fare_alike_warm_and_cold(lean_python: Path) -> None:
    taken: Counter[str] = Counter()

    # An example costs seconds; shrinking one would cost minutes and tell little more.
    @settings(max_examples=4, phases=[Phase.generate])
    @given(program=programs(edits=7))
    def check(program: Program) -> None:
        asyncio.run(compare(program, lean_python, taken))

    check()
    assert all(taken[level] > 5 for level in ("started", "configured", "collected")), taken
