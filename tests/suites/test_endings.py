"""How a whole run of the tests can end, with the real pytest and real processes."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from pathlib import Path

import pytest
from small_projects import Run

PASSING = "def test_good():\n    pass\n"


def stands(pid: int) -> bool:
    """Tell whether a process still runs; one that is dead and not yet buried does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in "ZX"


def require_gone(pid: int) -> None:
    """Fail unless a process ends soon; a kill takes a moment to arrive."""
    deadline = time.monotonic() + 20
    while stands(pid):
        if time.monotonic() > deadline:
            os.kill(pid, signal.SIGKILL)
            pytest.fail(f"process {pid} outlived its suite")
        time.sleep(0.02)


async def test_green(run: Run) -> None:
    report = await run({"test_a.py": PASSING})
    assert report.green
    assert [(r.id, r.outcome) for r in report.results] == [("test_a.py::test_good", "passed")]


@pytest.mark.parametrize(
    ("files", "broken", "exception", "inner"),
    [
        pytest.param(
            {"test_a.py": "import nowhere_to_be_found\n"},
            "test_a.py",
            "ModuleNotFoundError",
            "test_a.py",
            id="a module that is not there",
        ),
        pytest.param(
            {"test_a.py": "from lib import f\n", "lib.py": "def f(:\n    pass\n"},
            "test_a.py",
            "SyntaxError",
            "lib.py",
            id="a syntax error in the code",
        ),
        pytest.param(
            {"test_a.py": "def test_a(:\n"},
            "test_a.py",
            "SyntaxError",
            "test_a.py",
            id="a syntax error in the test",
        ),
        pytest.param(
            {"test_a.py": "import lib\n", "lib.py": "x = 1\ny = x / 0\n"},
            "test_a.py",
            "ZeroDivisionError",
            "lib.py",
            id="code that fails when imported",
        ),
    ],
)
async def test_a_file_that_cannot_be_collected_is_one_error(
    run: Run, files: dict[str, str], broken: str, exception: str, inner: str
) -> None:
    report = await run({**files, "test_b.py": PASSING}, "python -m pytest --rootdir=.")
    assert not report.green
    error = report.result(broken)
    assert error is not None, report
    assert (error.outcome, error.exception) == ("error", exception)
    assert (error.innermost.path if error.innermost else "") == inner


async def test_code_that_leaves_when_it_is_imported_is_never_green(run: Run) -> None:
    report = await run({"test_a.py": "import lib\n", "lib.py": "raise SystemExit(0)\n"})
    assert report.ending == "crashed" and "SystemExit" in report.message
    assert not report.green and not report.results


@pytest.mark.parametrize(
    "conftest",
    ["import nowhere_to_be_found\n", "def f(:\n", "import lib\n", "raise SystemExit(0)\n"],
)
async def test_a_broken_conftest_is_a_failure_that_says_so(run: Run, conftest: str) -> None:
    report = await run({"conftest.py": conftest, "test_a.py": PASSING, "lib.py": "1 / 0\n"})
    assert not report.green
    assert not report.passed
    assert "conftest" in report.output or report.message or report.failures


async def test_no_tests_is_not_green(run: Run) -> None:
    report = await run({"lib.py": "x = 1\n"})
    assert (report.ending, report.exit_code, report.results) == ("finished", 5, ())
    assert not report.green


@pytest.mark.parametrize(
    ("crash", "words"),
    [
        pytest.param("import os; os._exit(0)", "left before pytest had finished", id="exit 0"),
        pytest.param("import os; os._exit(7)", "left before pytest had finished", id="exit 7"),
        pytest.param("import ctypes; ctypes.string_at(0)", "SIGSEGV", id="segmentation fault"),
        pytest.param("import os; os.kill(os.getpid(), 9)", "SIGKILL", id="killed"),
        pytest.param("import os; os.abort()", "SIGABRT", id="aborted"),
    ],
)
async def test_a_test_that_takes_the_process_with_it_is_the_one_that_failed(
    run: Run, crash: str, words: str
) -> None:
    after = PASSING.replace("good", "after")
    report = await run({"test_a.py": f"{PASSING}\n\ndef test_crash():\n    {crash}\n\n{after}"})
    assert report.ending == "crashed" and not report.green
    assert words in report.message
    assert [(r.id, r.outcome, r.exception) for r in report.results] == [
        ("test_a.py::test_good", "passed", ""),
        ("test_a.py::test_crash", "failed", "Crash"),
    ]


async def test_exit_0_after_the_tests_does_not_hide_a_failure(run: Run) -> None:
    conftest = "import os\n\ndef pytest_unconfigure():\n    os._exit(0)\n"
    report = await run({"conftest.py": conftest, "test_a.py": "def test_a():\n    assert False\n"})
    assert not report.green
    assert report.ending == "crashed"


@pytest.mark.parametrize("plugins", ["", "-p no:timeout"], ids=["with pytest-timeout", "without"])
async def test_a_test_that_does_not_end_is_stopped_and_the_others_still_run(
    run: Run, plugins: str
) -> None:
    code = "def spin():\n    while True:\n        pass\n"
    tests = f"from lib import spin\n\ndef test_spin():\n    spin()\n\n{PASSING}"
    ini = f"[pytest]\naddopts = {plugins}\n"
    report = await run(
        {"lib.py": code, "test_a.py": tests, "pytest.ini": ini}, test_seconds=0.5, wall_seconds=30
    )
    assert report.ending == "finished"
    spin = report.result("test_a.py::test_spin")
    assert spin is not None and spin.outcome == "failed"
    assert "did not finish within 0.5 s" in spin.message
    assert spin.innermost is not None
    assert (spin.innermost.path, spin.innermost.function) == ("lib.py", "spin")
    assert report.result("test_a.py::test_good") in report.passed


async def test_a_project_that_limits_its_tests_keeps_its_own_limit(run: Run) -> None:
    tests = "import time\n\ndef test_long():\n    time.sleep(30)\n"
    ini = "[pytest]\ntimeout = 1\n"
    report = await run({"test_a.py": tests, "pytest.ini": ini}, test_seconds=20, wall_seconds=25)
    long = report.result("test_a.py::test_long")
    assert long is not None and "Timeout" in long.message


async def test_the_wall_clock_ends_the_run_and_names_the_test_and_the_place(run: Run) -> None:
    code = "import time\n\ndef wait():\n    time.sleep(600)\n"
    tests = f"from lib import wait\n\n{PASSING}\n\ndef test_wait():\n    wait()\n"
    report = await run({"lib.py": code, "test_a.py": tests}, wall_seconds=4)
    assert report.ending == "timeout" and "4 s" in report.message
    wait = report.result("test_a.py::test_wait")
    assert wait is not None
    assert (wait.outcome, wait.exception) == ("failed", "Hang")
    assert wait.innermost is not None and wait.innermost.path == "lib.py"
    assert report.result("test_a.py::test_good") in report.passed


async def test_cpu_time_has_a_limit(run: Run) -> None:
    tests = "def test_spin():\n    while True:\n        pass\n"
    report = await run({"test_a.py": tests}, cpu_seconds=2)
    assert report.ending == "limit" and "CPU" in report.message
    assert not report.green


async def test_a_flood_of_output_ends_the_run(run: Run) -> None:
    tests = "def test_flood():\n    while True:\n        print('x' * 1000)\n"
    report = await run({"test_a.py": tests, "pytest.ini": "[pytest]\naddopts = -s\n"}, output_kb=64)
    assert report.ending == "limit" and "64 KB" in report.message
    assert len(report.output) < 10_000


async def test_memory_has_a_limit_and_only_the_greedy_test_fails(run: Run) -> None:
    tests = f"def test_bomb():\n    x = bytearray(10**9)\n\n{PASSING}"
    report = await run({"test_a.py": tests}, memory_mb=700)
    bomb = report.result("test_a.py::test_bomb")
    assert bomb is not None and bomb.exception == "MemoryError"
    assert report.result("test_a.py::test_good") in report.passed


async def test_files_have_a_largest_size(run: Run) -> None:
    tests = "def test_big(tmp_path):\n    (tmp_path / 'x').write_bytes(b'x' * 3_000_000)\n"
    report = await run({"test_a.py": tests}, file_mb=2)
    assert [r.exception for r in report.failures] == ["OSError"]


async def test_a_child_left_in_the_background_is_killed_and_not_waited_for(
    tmp_path: Path, run: Run
) -> None:
    tests = (
        "import subprocess\n\ndef test_child():\n"
        "    child = subprocess.Popen(['sleep', '600'])\n"
        f"    open({str(tmp_path / 'pid')!r}, 'w').write(str(child.pid))\n"
    )
    report = await run({"test_a.py": tests, "pytest.ini": "[pytest]\naddopts = -s\n"})
    assert report.green
    pid = int((tmp_path / "pid").read_text())
    await asyncio.to_thread(require_gone, pid)


@pytest.mark.parametrize(
    ("command", "exit_code", "outcome"),
    [
        ("sh run.sh 0", 0, "passed"),
        ("sh run.sh 1", 1, "failed"),
        ("sh run.sh 42", 42, "failed"),
        ("no-such-program --at-all", 127, "failed"),
        ("./run.sh", 126, "failed"),
        ("exit 3", 3, "failed"),
        ("kill -TERM $$", None, ""),
    ],
)
async def test_a_command_that_is_not_pytest_is_one_test(
    run: Run, command: str, exit_code: int | None, outcome: str
) -> None:
    report = await run({"run.sh": "echo checking\necho the sum is 5\nexit $1\n"}, command)
    assert report.exit_code == exit_code
    assert report.green is (outcome == "passed")
    if exit_code is None:
        assert report.ending == "crashed" and "SIGTERM" in report.message
        return
    assert [(r.id, r.outcome) for r in report.results] == [("command", outcome)]
    if command.startswith("sh run.sh") and outcome == "failed":
        assert report.results[0].message == f"exit status {exit_code}: the sum is 5"


@pytest.mark.parametrize("last", ["", "exit 0", "exit 1"])
async def test_pytest_inside_a_script_reports_each_test(run: Run, last: str) -> None:
    files = {
        "run.sh": f"python -m pytest -q\n{last}\n",
        "test_a.py": f"{PASSING}\n\ndef test_bad():\n    assert 0\n",
    }
    report = await run(files, "sh run.sh")
    assert {r.id: r.outcome for r in report.results} == {
        "test_a.py::test_good": "passed",
        "test_a.py::test_bad": "failed",
    }
    assert not report.green
    assert report.ending == ("crashed" if last == "exit 0" else "finished")


@pytest.mark.parametrize("command", [None, "python -m pytest -n 2"], ids=["alone", "in workers"])
async def test_only_some_tests_are_run(run: Run, command: str | None) -> None:
    tests = (
        "import pytest\n\n@pytest.mark.parametrize('n', range(4))\n"
        "def test_n(n):\n    assert n != 2\n"
    )
    wanted = ["test_a.py::test_n[1]", "test_a.py::test_n[2]", "test_a.py::test_gone"]
    report = await run({"test_a.py": tests, "test_b.py": PASSING}, command, only=wanted)
    assert {r.id: r.outcome for r in report.results} == {
        "test_a.py::test_n[1]": "passed",
        "test_a.py::test_n[2]": "failed",
    }


async def test_ids_that_are_gone_give_no_results(run: Run) -> None:
    report = await run({"test_a.py": PASSING}, only=["test_a.py::test_gone"])
    assert report.results == () and not report.green


async def test_workers_of_xdist_report_frames_too(run: Run) -> None:
    tests = (
        f"import os, lib\n\n{PASSING}\n\ndef test_bad():\n    lib.broken(7)\n\n"
        "def test_exit():\n    os._exit(1)\n"
    )
    code = "def broken(n):\n    raise ValueError(f'bad {n}')\n"
    report = await run(
        {"lib.py": code, "test_a.py": tests, "pytest.ini": "[pytest]\naddopts = -n 2\n"}
    )
    assert report.ending == "finished" and not report.green
    assert report.result("test_a.py::test_good") in report.passed
    bad = report.result("test_a.py::test_bad")
    assert bad is not None and bad.exception == "ValueError" and bad.message == "ValueError: bad 7"
    assert bad.innermost is not None and bad.innermost.path == "lib.py"
    left = report.result("test_a.py::test_exit")
    assert left is not None and left.failed and "crashed" in left.message


async def test_the_tests_see_a_clean_environment(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_API_KEY", "hunter2-hunter2")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-hunter2")
    tests = """\
import os

def test_environment():
    seen = dict(os.environ)
    assert not [name for name in seen if name.startswith("VERDIGRIS")]
    assert "hunter2" not in str(seen)
    assert sorted(seen) == []

def test_home():
    assert os.environ["HOME"] != HOME
    assert os.listdir(os.environ["HOME"]) == []
    assert os.path.isdir(os.environ["TMPDIR"])
"""
    report = await run({"test_a.py": tests.replace("!= HOME", f"!= {os.environ['HOME']!r}")})
    seen = report.result("test_a.py::test_environment")
    assert seen is not None and seen.message.startswith("AssertionError: assert ['HOME',")
    assert report.result("test_a.py::test_home") in report.passed


async def test_the_tree_holds_nothing_but_what_the_tests_wrote(tmp_path: Path, run: Run) -> None:
    await run({"test_a.py": PASSING, "pytest.ini": "[pytest]\naddopts = -p no:cacheprovider\n"})
    assert sorted(p.name for p in (tmp_path / "copy").iterdir()) == ["pytest.ini", "test_a.py"]


def editable(site: Path, how: str, source: Path) -> None:
    """Install `source` the way pip -e does: a path file, or a finder with a mapping."""
    if how == "path":
        (site / "demo.pth").write_text(f"{source}\n")
        return
    (site / "__editable___demo_finder.py").write_text(
        "import importlib.util, os, sys\n"
        f"MAPPING = {{'demo': {str(source / 'demo')!r}}}\n"
        "class Finder:\n"
        "    @classmethod\n"
        "    def find_spec(cls, name, path=None, target=None):\n"
        "        if name in MAPPING:\n"
        "            place = os.path.join(MAPPING[name], '__init__.py')\n"
        "            return importlib.util.spec_from_file_location(name, place)\n"
        "def install():\n"
        "    sys.meta_path.append(Finder)\n"
    )
    (site / "demo.pth").write_text("import __editable___demo_finder as f; f.install()\n")


@pytest.mark.parametrize("how", ["path", "finder"])
@pytest.mark.parametrize(
    ("layout", "command"),
    [
        ("src", None),
        ("lib", None),
        ("lib", "python -m pytest -n 2"),
        (".", "python -P -m pytest"),
    ],
)
async def test_an_editable_install_of_the_original_does_not_hide_the_copy(
    tmp_path: Path, lean_environment: Path, run: Run, how: str, layout: str, command: str | None
) -> None:
    original = tmp_path / "original"
    for root, answer in ((original, 1), (tmp_path / "copy", 2)):
        (root / layout / "demo").mkdir(parents=True)
        (root / layout / "demo" / "__init__.py").write_text(f"ANSWER = {answer}\n")
    site = next(lean_environment.glob("lib/python*/site-packages"))
    editable(site, how, (original / layout).resolve())
    tests = "import demo\n\ndef test_answer():\n    assert demo.ANSWER == 2\n"
    try:
        report = await run({"tests/test_a.py": tests}, command, project=original)
    finally:
        for file in (*site.glob("demo.pth"), *site.glob("__editable__*")):
            file.unlink()
    assert report.green, report.output


async def test_code_imported_from_the_original_all_the_same_is_never_green(
    tmp_path: Path, run: Run
) -> None:
    original = tmp_path / "original"
    original.mkdir()
    (original / "demo.py").write_text("ANSWER = 2\n")
    tests = (
        f"import sys\nsys.path.insert(0, {str(original)!r})\nimport demo\n\n"
        "def test_answer():\n    assert demo.ANSWER == 2\n"
    )
    report = await run({"test_a.py": tests}, project=original)
    assert not report.green
    assert "demo from the original folder" in report.message


async def test_a_src_layout_needs_no_install(run: Run) -> None:
    tests = "import demo\n\ndef test_answer():\n    assert demo.ANSWER == 2\n"
    report = await run({"src/demo/__init__.py": "ANSWER = 2\n", "tests/test_a.py": tests})
    assert report.green
