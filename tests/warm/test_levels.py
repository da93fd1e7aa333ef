"""Which level takes what, and that whatever a level cannot do faithfully is seen."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from warm_projects import BEHIND, MENDED, Project, edit, told

from verdigris.core.report import Report
from verdigris.suites.warm.launch import pytest_words
from verdigris.suites.warm.worker import open_worker

Make = Callable[..., Project]
TEST = "from shop import {0}\n\n\ndef test_{0}():\n    assert {0}() == 1\n"


async def test_a_change_is_tried_at_the_quickest_level_that_can_take_it(project: Make) -> None:
    more = "import fact\n\n\ndef test_more():\n    assert fact.fact(3) == 6\n"
    async with project({**BEHIND, "pytest.ini": "[pytest]\n"}).runner() as warm:
        cases = [
            ({"fact.py": MENDED}, "collected", 6),
            ({"fact.py": "# moved\n" + MENDED}, "collected", 6),
            ({"fact.py": MENDED + "\nMORE = 1\n"}, "configured", 6),
            ({"fact.py": MENDED.replace("(n)", "(n, m=1)")}, "configured", 6),
            ({"fact.py": MENDED, "test_more.py": more}, "started", 7),
            ({"fact.py": "def fact(n): retrun 1\n"}, "configured", 0),
            ({"fact.py": None}, "started", 0),
        ]
        for files, level, passed in cases:
            tried = await warm.try_change(edit(files), test_seconds=10)
            assert (tried.level, len(tried.report.passed)) == (level, passed), tried  # type: ignore[union-attr]
        tried = await warm.try_change(edit({"pytest.ini": "[pytest]\n#\n"}), test_seconds=10)
        assert (tried.level, tried.report) == ("cold", None)
        assert "read when the tests are started" in tried.reason
        plain = await warm.try_change(None, test_seconds=10)
        assert len(plain.report.passed) == 3  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("shop", "change", "reason"),
    [
        pytest.param(
            "def base():\n    return 0\n\n\nBASE = base()\n\n\ndef one():\n    return BASE\n",
            ("return 0", "return 1"), "base was run", id="its result is kept in the module",
        ),
        pytest.param(
            "def base(n):\n    return n\n\n\nBASE = [base(n) for n in range(500)][0]\n\n\n"
            "def one():\n    return BASE\n",
            ("return n", "return n + 1"), "base was run", id="it was run often enough to be tuned",
        ),
        pytest.param(
            "import ast\n\n\ndef one():\n    return TWO - 1\n\n\n"
            "TWO = len(ast.parse(open(__file__).read()).body[1].body)\n",
            ("return TWO - 1", "x = TWO\n    return x - 1"), "was read", id="reads its own source",
        ),
        pytest.param(
            "def one():\n    return 0\n", ("return 0", "return 1\n    yield"), "another kind",
            id="becomes a generator",
        ),
        pytest.param(
            "def one():\n    'No.'\n    return 0 + ('Yes' in one.__doc__)\n",
            ("No.", "Yes."), "more than the bodies", id="docstring",
        ),
    ],
)  # fmt: skip
async def test_what_collecting_has_used_up_is_tried_from_before_the_collection(
    project: Make, shop: str, change: tuple[str, str], reason: str
) -> None:
    place = project({"shop.py": shop, "test_shop.py": TEST.format("one")})
    after = {"shop.py": shop.replace(*change)}
    async with place.runner() as warm:
        tried = await warm.try_change(edit(after), test_seconds=10)
    assert tried.level == "configured"
    assert reason in tried.reason
    assert tried.report is not None
    assert told(tried.report) == told(await place.cold(after))


START = {
    "a thread": (
        "import threading\nWAIT = threading.Event().wait\n"
        "threading.Thread(target=WAIT, daemon=True).start()\n"
    ),
    "a program": "import subprocess, sys\nsubprocess.run([sys.executable, '-V'])\n",
    "a running program": "import subprocess\nP = subprocess.Popen(['sleep', '60'])\n",
    "a connection": "import socket\nS = socket.socket()\nS.bind(('127.0.0.1', 0))\n",
    "an open file": "F = open('notes.txt')\n",
    "an event loop": "import asyncio\nLOOP = asyncio.new_event_loop()\n",
}


@pytest.mark.parametrize("what", START)
async def test_a_process_that_holds_what_a_fork_would_share_is_not_forked(
    project: Make, what: str
) -> None:
    files = {"shop.py": START[what], "notes.txt": "", "fact.py": BEHIND["fact.py"]}
    tests = "import shop\n" + BEHIND["test_fact.py"]
    async with project({**files, "test_fact.py": tests}).runner() as warm:
        tried = await warm.try_change(edit({"fact.py": MENDED}), test_seconds=10)
    assert tried.level == "configured", tried
    assert tried.report is not None
    assert tried.report.green
    assert tried.reason


async def test_where_the_project_traces_itself_what_ran_is_known_by_other_means_or_not_at_all(
    project: Make,
) -> None:
    tests = "import sys\nsys.settrace(lambda *_: None)\n" + BEHIND["test_fact.py"]
    async with project({**BEHIND, "test_fact.py": tests}).runner() as warm:
        tried = await warm.try_change(edit({"fact.py": MENDED}), test_seconds=10)
    # From 3.12 on Python tells of running functions without a tracer.
    assert tried.level == ("collected" if hasattr(sys, "monitoring") else "configured")
    assert tried.report is not None
    assert tried.report.green


async def test_what_is_held_since_the_first_conftest_leaves_only_the_first_level(
    project: Make,
) -> None:
    files = {**BEHIND, "conftest.py": START["a thread"]}
    async with project(files).runner() as warm:
        tried = await warm.try_change(edit({"fact.py": MENDED}), test_seconds=10)
    assert (tried.level, tried.reason) == ("started", "threads are running")
    assert tried.report is not None
    assert tried.report.green


async def test_a_project_that_writes_files_before_its_tests_run_is_started_anew_for_each(
    project: Make,
) -> None:
    files = {**BEHIND, "conftest.py": "open('made.txt', 'x').write('made')\n"}
    async with project(files).runner() as warm:
        for _ in range(2):
            tried = await warm.try_change(edit({"fact.py": MENDED}), test_seconds=10)
            assert (tried.level, tried.report is not None and tried.report.green) == (
                "started", True,
            )  # fmt: skip
    assert tried.reason.startswith("the project writes files before its tests run: ")


async def test_caches_of_tools_and_questions_about_the_machine_do_no_harm(project: Make) -> None:
    setup = (
        "import os, subprocess\nos.makedirs('.benchmarks', exist_ok=True)\n"
        "subprocess.call(['uname'], stdout=subprocess.DEVNULL)\n"
    )
    async with project({**BEHIND, "conftest.py": setup}).runner() as warm:
        tried = await warm.try_change(edit({"fact.py": MENDED}), test_seconds=10)
    assert (tried.level, tried.reason) == ("collected", "")


async def test_a_terse_report_names_the_same_outcomes_and_spares_what_comes_after_the_tests(
    project: Make,
) -> None:
    late = "def pytest_sessionfinish():\n    print('this takes long')\n"
    async with project({**BEHIND, "conftest.py": late}).runner() as warm:
        for files in ({"fact.py": MENDED}, {"fact.py": BEHIND["fact.py"] + "\n# as it was\n"}):
            wordy = await warm.try_change(edit(files), test_seconds=10)
            terse = await warm.try_change(edit(files), test_seconds=10, terse=True)
            assert terse.report is not None and wordy.report is not None
            assert terse.level == wordy.level == "collected"
            assert outcomes(terse.report) == outcomes(wordy.report)
            assert "takes long" in wordy.report.output and "takes long" not in terse.report.output
    assert all(failure.details for failure in wordy.report.failures)
    assert terse.report.failures and not any(failure.details for failure in terse.report.failures)


def outcomes(report: Report) -> list[tuple[str, str, str]]:
    return [(result.id, result.outcome, result.exception) for result in report.results]


async def test_under_xdist_every_candidate_starts_the_workers_of_xdist_anew(project: Make) -> None:
    files = {**BEHIND, "pytest.ini": "[pytest]\naddopts = -n 1\n"}
    async with project(files).runner() as warm:
        tried = await warm.try_change(edit({"fact.py": MENDED}), test_seconds=10)
    assert (tried.level, tried.reason) == ("started", "xdist runs the tests")
    assert tried.report is not None
    assert tried.report.green


async def test_a_suite_that_cannot_be_collected_is_tried_before_the_collection(
    project: Make,
) -> None:
    files = {**BEHIND, "fact.py": "import nowhere\n" + MENDED}
    async with project(files).runner() as warm:
        plain = await warm.try_change(None, test_seconds=10)
        tried = await warm.try_change(edit({"fact.py": MENDED}), test_seconds=10)
    assert plain.report is not None
    assert [result.outcome for result in plain.report.results] == ["error"]
    assert (tried.level, tried.report is not None and tried.report.green) == ("configured", True)


async def test_programs_that_tests_start_see_the_changed_files(project: Make) -> None:
    tests = (
        "import subprocess, sys\nimport fact\n\n\ndef test_program():\n"
        "    code = 'import fact; print(fact.fact(4))'\n"
        "    assert subprocess.check_output([sys.executable, '-c', code]) == b'24\\n'\n"
    )
    async with project({"fact.py": BEHIND["fact.py"], "test_fact.py": tests}).runner() as warm:
        plain = await warm.try_change(None, test_seconds=10)
        tried = await warm.try_change(edit({"fact.py": MENDED}), test_seconds=10)
    assert plain.report is not None
    assert not plain.report.green
    assert (tried.level, tried.report is not None and tried.report.green) == ("collected", True)


async def test_what_tests_leave_behind_does_not_reach_the_next_candidate(project: Make) -> None:
    tests = (
        "import os, pathlib, tempfile\nimport pytest\nimport shop\n\n\n"
        "@pytest.mark.parametrize('place', ['.', tempfile.gettempdir, pathlib.Path.home])\n"
        "def test_left(place):\n"
        "    left = pathlib.Path(place() if callable(place) else place, 'left', 'over')\n"
        "    left.mkdir(parents=True)\n    left.joinpath('x').write_text('')\n"
        "    assert shop.one() == 1\n"
    )
    files = {"shop.py": "def one():\n    return 0\n", "test_shop.py": tests}
    async with project(files).runner() as warm:
        for number in (0, 1, 2, 1):
            change = edit({"shop.py": f"def one():\n    return {number}\n"})
            tried = await warm.try_change(change, test_seconds=10)
            assert tried.level == "collected"
            assert tried.report is not None
            assert tried.report.green == (number == 1), tried.report


async def test_a_worker_whose_files_were_changed_is_replaced(project: Make) -> None:
    tests = (
        "import pathlib\nimport shop\n\n\ndef test_one():\n    notes = pathlib.Path('notes.txt')\n"
        "    assert notes.read_text() == 'clean'\n    notes.write_text('dirty')\n"
        "    assert shop.one() == 1\n"
    )
    files = {"shop.py": "def one():\n    return 0\n", "test_shop.py": tests, "notes.txt": "clean"}
    async with project(files).runner() as warm:
        for number in (1, 1):
            change = edit({"shop.py": f"def one():\n    return {number}\n"})
            tried = await warm.try_change(change, test_seconds=10)
            assert tried.report is not None
            assert tried.report.green
        await warm.try_change(None, test_seconds=10)
        # Each of them cost a worker: three in a row, and warm trials are given up.
        tried = await warm.try_change(None, test_seconds=10)
    assert (tried.level, tried.report) == ("cold", None)
    assert "notes.txt was changed" in tried.reason


async def test_only_some_tests_in_a_wished_order_up_to_the_first_failure(project: Make) -> None:
    name = "test_fact.py::test_fact[{}]".format
    async with project(BEHIND).runner() as warm:
        for files in (
            {"fact.py": BEHIND["fact.py"] + "#\n"},
            {"fact.py": BEHIND["fact.py"] + "X = 1\n"},
        ):
            some = await warm.try_change(
                edit(files), only=[name("0-1"), name("3-6"), name("5-120")], test_seconds=10
            )
            assert some.report is not None
            assert [result.id for result in some.report.results] == [
                name("0-1"), name("3-6"), name("5-120"),
            ]  # fmt: skip
            stopped = await warm.try_change(
                edit(files), first=[name("5-120")], stop_at_first_failure=True, test_seconds=10
            )
            assert stopped.report is not None
            assert [result.id for result in stopped.report.results] == [name("5-120")]
            assert not stopped.report.green


async def test_a_level_that_disagrees_with_the_cold_run_is_not_used(project: Make) -> None:
    """The module remembers which process imported it, which only a cold run gets right."""
    shop = "import os\n\nPID = os.getpid()\n\n\ndef one():\n    return 0 + (PID == os.getpid())\n"
    place = project({"shop.py": shop, "test_shop.py": TEST.format("one")})
    known = await place.cold({})
    assert known.green
    change = edit({"shop.py": shop.replace("0 + ", "1 * ")})
    async with place.runner(known=known) as warm:
        tried = await warm.try_change(change, test_seconds=10)
    assert (tried.level, tried.reason) == ("configured", "the unchanged project fares otherwise")
    assert tried.report is not None
    assert tried.report.green


async def test_several_workers_try_at_once(project: Make) -> None:
    async with project(BEHIND).runner(workers=2) as warm:
        texts = [MENDED, BEHIND["fact.py"]] * 4
        tried = await asyncio.gather(
            *(warm.try_change(edit({"fact.py": text + "#\n"}), test_seconds=10) for text in texts)
        )
    assert [one.report is not None and one.report.green for one in tried] == [True, False] * 4


@pytest.mark.parametrize("layout", ["src/", ""])
async def test_packages_are_swapped_in_every_layout(project: Make, layout: str) -> None:
    files = {
        f"{layout}pack/__init__.py": "from pack.deep import one\n",
        f"{layout}pack/deep.py": "def one():\n    return 0\n",
        "tests/test_pack.py": TEST.format("one").replace("shop", "pack"),
    }
    async with project(files).runner() as warm:
        change = edit({f"{layout}pack/deep.py": "def one():\n    return 1\n"})
        tried = await warm.try_change(change, test_seconds=10)
    assert tried.level == "collected", tried
    assert tried.report is not None
    assert tried.report.green


@pytest.mark.parametrize(
    ("command", "usable"),
    [
        (None, True), ("pytest -q tests", True), ("python3 -m pytest -k 'a or b'", True),
        ("make test", False), ("pytest && echo done", False), ("tox", False), ("pytest 'a", False),
        ("python -m unittest", False), ("FOO=1 pytest", False),
    ],
)  # fmt: skip
def test_only_a_command_that_is_pytest_and_nothing_else_is_warmed_up(
    command: str | None, usable: bool
) -> None:
    assert (pytest_words(command, Path("/usr/bin/python3")) is not None) == usable


async def test_the_levels_say_why_they_cannot_be_had(project: Make) -> None:
    place = project({**BEHIND, "conftest.py": "raise SystemExit(3)\n"})
    async with open_worker(place.launch, place.sandbox, place.fresh) as worker:
        assert list(worker.levels) == ["started"]
        assert worker.refusals == {"configured": "pytest ended before it got that far"}
