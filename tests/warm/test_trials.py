"""Whoever asks for a report gets one: warm where that is faithful, else cold."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from warm_projects import BEHIND, MENDED, ColdSuite, Project, edit

from verdigris.suites.warm.trials import Trials

Make = Callable[..., Project]


async def test_a_worker_is_started_once_several_candidates_were_tried(project: Make) -> None:
    place = project({**BEHIND, "pytest.ini": "[pytest]\n"})
    suite = ColdSuite(place)
    known = await place.cold({})
    cases = [
        ({"fact.py": MENDED + "#1\n"}, "cold"),
        ({"fact.py": MENDED + "#2\n"}, "cold"),
        ({"fact.py": MENDED + "#3\n"}, "collected"),
        ({"fact.py": MENDED + "X = 1\n"}, "configured"),
        ({"fact.py": MENDED, "pytest.ini": "[pytest]\n#\n"}, "cold"),
    ]
    async with Trials(suite, place.fresh, known=known, cold_first=2) as trials:
        for files, level in cases:
            told = await trials.try_change(edit(files), test_seconds=10)
            assert told.report.green
            assert told.level == level, told.reason
            assert len(told.report.passed) == 6
    assert suite.runs == 3


@pytest.mark.parametrize("warmable", [True, False])
async def test_a_report_is_given_whether_or_not_a_worker_can_be_had(
    project: Make, warmable: bool
) -> None:
    place = project(BEHIND)
    only = ["test_fact.py::test_fact[5-120]"]
    suite = ColdSuite(place, warmable=warmable)
    async with Trials(suite, place.fresh, cold_first=0) as trials:
        for text, green in ((MENDED, True), (BEHIND["fact.py"] + "#\n", False)):
            report = (await trials.try_change(edit({"fact.py": text}), only=only)).report
            assert [result.id for result in report.results] == only
            assert report.green == green
    assert suite.runs == (0 if warmable else 2)
