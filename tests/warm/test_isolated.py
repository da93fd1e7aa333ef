"""A worker in the sandbox that isolates works as it does in the one that only limits."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from warm_projects import BEHIND, MENDED, Project, edit, told

from verdigris.errors import SandboxUnavailable
from verdigris.sandbox.pick import open_backend
from verdigris.settings import Machine, load

Make = Callable[..., Project]


async def test_a_worker_in_bubblewrap_reports_what_a_cold_run_there_reports(project: Make) -> None:
    settings = load(environ={}).settings
    try:
        sandbox = await open_backend("bubblewrap", settings, Machine.current())
    except SandboxUnavailable as error:
        pytest.skip(str(error))
    place = project(BEHIND, sandbox=sandbox)
    cases = {
        "collected": {"fact.py": MENDED},
        "configured": {"fact.py": BEHIND["fact.py"] + "X = 1\n"},
        "started": {"more.py": "X = 1\n"},
    }
    async with place.runner() as warm:
        for level, files in cases.items():
            tried = await warm.try_change(edit(files), test_seconds=10)
            assert tried.level == level, tried
            assert tried.report is not None
            assert told(tried.report) == told(await place.cold(files))
    # What a candidate writes stays in the sandbox.
    assert (place.folder / "fact.py").read_text() == BEHIND["fact.py"]
