"""How the reporters behave towards the tests they watch."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from small_projects import Run

UNITTEST = "python -m unittest"
CASE = "import unittest\n\nclass TestA(unittest.TestCase):\n"


async def test_a_suite_inside_a_test_is_not_reported(run: Run) -> None:
    inner = (
        f"{CASE}    def test_outer(self):\n"
        "        class Inner(unittest.TestCase):\n"
        "            def test_inner(self):\n                self.fail()\n"
        "        suite = unittest.defaultTestLoader.loadTestsFromTestCase(Inner)\n"
        "        result = unittest.TestResult()\n        suite.run(result)\n"
        "        self.assertEqual(len(result.failures), 1)\n"
    )
    for command in (UNITTEST, "python -m pytest"):
        report = await run({"test_a.py": inner}, command)
        assert report.green, report.output
        assert [result.id for result in report.results] == ["test_a.py::TestA::test_outer"]


async def test_cases_see_a_clean_environment(run: Run) -> None:
    tests = (
        f"import os\n{CASE}    def test_environment(self):\n"
        "        self.assertEqual([n for n in os.environ if n.startswith('VERDIGRIS')], [])\n"
    )
    report = await run({"test_a.py": tests}, UNITTEST)
    assert report.green, report.output


async def test_tests_of_node_see_a_clean_environment(tmp_path: Path, run: Run) -> None:
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    tests = (
        "const test = require('node:test');\ntest('environment', () => {\n"
        "  const ours = /^(VERDIGRIS|NODE_OPTIONS)/;\n"
        "  const seen = Object.keys(process.env).filter(name => ours.test(name));\n"
        "  require('assert').deepStrictEqual([seen, process.execArgv], [[], []]);\n});\n"
    )
    files = {"test/a.js": tests, "package.json": "{}"}
    report = await run(files, "node --test", project=tmp_path / "copy")
    assert report.green, report.output
    assert [result.id for result in report.results] == ["test/a.js::environment"]


async def test_what_python_would_import_at_its_start_is_imported_still(
    run: Run, lean_environment: Path
) -> None:
    site = next(lean_environment.glob("lib/python*/site-packages"))
    own = site / "sitecustomize.py"
    own.write_text("import builtins\nbuiltins.HERE = __name__\n")
    tests = f"{CASE}    def test_here(self):\n        self.assertEqual(HERE, 'sitecustomize')\n"
    try:
        report = await run({"test_a.py": tests}, UNITTEST)
    finally:
        own.unlink()
    assert report.green, report.output


@pytest.mark.parametrize("ending", ["os._exit(0)", "raise KeyboardInterrupt", "os.abort()"])
async def test_cases_that_end_the_process_are_never_green(run: Run, ending: str) -> None:
    tests = f"import os\n{CASE}    def test_a(self):\n        {ending}\n"
    report = await run({"test_a.py": tests}, UNITTEST)
    assert not report.green and report.ending == "crashed"


async def test_a_script_that_hides_its_failures_is_never_green(run: Run) -> None:
    tests = f"{CASE}    def test_a(self):\n        self.fail()\n\nunittest.main(exit=False)\n"
    report = await run({"check.py": tests}, "python check.py")
    assert report.ending == "crashed" and "saw failures" in report.message
    assert [result.outcome for result in report.results] == ["failed"]


async def test_what_a_failing_test_printed_is_kept_with_it(run: Run) -> None:
    tests = "def test_a():\n    print('the sum is 5')\n    assert 0\n"
    report = await run({"test_a.py": tests})
    assert report.results[0].output == "the sum is 5\n"


async def test_records_of_a_stranger_are_read_with_care(run: Run) -> None:
    lines = [
        "[1]", "{", '{"kind": "result"}', '{"kind": "result", "id": "a", "outcome": "splendid"}',
        '{"kind": "result", "id": "b", "phases": 3}', '{"kind": "collect", "id": [], "frames": 1}',
        '{"kind": "result", "id": "c", "outcome": "passed", "frames": [["a.py", "x", ""]]}',
        '{"kind": "finish", "outside": 7}', "[" * 100_000,
    ]  # fmt: skip
    script = 'cat lines > "$VERDIGRIS_REPORT"\n'
    report = await run({"lines": "\n".join(lines), "run.sh": script}, "sh run.sh")
    assert [result.id for result in report.results] == ["command"]
    begun = '{"kind": "begin"}\n' + "\n".join(lines)
    report = await run({"lines": begun, "run.sh": script}, "sh run.sh")
    assert not report.green
