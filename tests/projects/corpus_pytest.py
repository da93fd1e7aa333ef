"""Projects whose tests pytest runs."""
# ruff: noqa: E501 (programs in strings)

from __future__ import annotations

from corpus_project import Project

FACT = """\
def factorial(n):
    if n == 5:
        return 206
    return 1 if n < 2 else n * factorial(n - 1)
"""
GOOD = "def test_good():\n    pass\n"

PROJECTS = [
    Project(
        "plain functions",
        {
            "fact.py": FACT,
            "test_fact.py": (
                "from fact import factorial\n\n\ndef test_factorial_of_5():\n"
                "    assert factorial(5) == 120\n\n\ndef test_the_other_way_round():\n"
                "    assert 120 == factorial(5)\n\n\ndef test_small():\n"
                "    assert factorial(3) == 6\n"
            ),
        },
        {
            "test_fact.py::test_factorial_of_5": "failed: expected 120, got 206, at test_fact.py:5",
            "test_fact.py::test_the_other_way_round": (
                "failed: expected 120, got 206, at test_fact.py:9"
            ),
            "test_fact.py::test_small": "passed",
        },
    ),
    Project(
        "options in pyproject that would stop at the first failure",
        {
            "pyproject.toml": (
                "[tool.pytest.ini_options]\n"
                'addopts = "-x --maxfail=1 -q --strict-config --strict-markers -p no:cacheprovider"\n'
                'markers = ["slow: takes long"]\ntestpaths = ["checks"]\n'
            ),
            "checks/test_a.py": (
                "import pytest\n\n\n@pytest.mark.slow\ndef test_one():\n    assert [1, 2] == [1, 3]\n"
                "\n\ndef test_two():\n    assert 'a' is None\n"
            ),
            "test_not_asked_for.py": GOOD,
        },
        {
            "checks/test_a.py::test_one": (
                "failed: expected [1, 3], got [1, 2], at checks/test_a.py:6"
            ),
            "checks/test_a.py::test_two": "failed: expected None, got 'a', at checks/test_a.py:10",
        },
    ),
    Project(
        "options in setup.cfg",
        {
            "setup.cfg": "[tool:pytest]\npython_functions = check_*\n",
            "test_a.py": "def check_it():\n    assert 1\n\n\ndef test_ignored():\n    assert 0\n",
        },
        {"test_a.py::check_it": "passed"},
    ),
    Project(
        "options in tox.ini",
        {
            "tox.ini": "[pytest]\npython_files = spec_*.py\n",
            "spec_a.py": "def test_a():\n    raise ValueError('bad 7')\n",
        },
        {"spec_a.py::test_a": "failed: ValueError: bad 7, at spec_a.py:2"},
    ),
    Project(
        "a src layout that is not installed",
        {
            "pyproject.toml": '[dependency-groups]\ndev = ["pytest>=8"]\n',
            "src/demo/__init__.py": "",
            "src/demo/fact.py": FACT + "\n\ndef boom():\n    raise KeyError('n')\n",
            "tests/test_demo.py": (
                "from demo.fact import boom\n\n\ndef test_boom():\n    boom()\n"
            ),
        },
        {"tests/test_demo.py::test_boom": "failed: KeyError: 'n', at src/demo/fact.py:8"},
    ),
    Project(
        "a folder on the path by option",
        {
            "pytest.ini": "[pytest]\npythonpath = lib\n",
            "lib/inner.py": "def f():\n    return 1\n",
            "tests/test_a.py": "import inner\n\n\ndef test_f():\n    assert inner.f() == 1\n",
        },
        {"tests/test_a.py::test_f": "passed"},
    ),
    Project(
        "doctests",
        {
            "pytest.ini": "[pytest]\naddopts = --doctest-modules --doctest-glob=*.md\n",
            "fact.py": (
                'def double(n):\n    """Double it.\n\n    >>> double(2)\n    5\n    """\n'
                "    return n * 2\n\n\ndef half(n):\n"
                '    """Halve it.\n\n    >>> half(0)\n    1\n    """\n    return 1 / n\n'
            ),
            "read.md": ">>> 1 + 1\n2\n",
        },
        {
            "fact.py::fact.double": "failed: expected 5, got 4, at fact.py:4",
            "fact.py::fact.half": (
                "failed: ZeroDivisionError: division by zero, in the example half(0), at fact.py:16"
            ),
            "read.md::read.md": "passed",
        },
    ),
    Project(
        "parametrised and class tests",
        {
            "test_a.py": (
                "import pytest\n\n\n@pytest.mark.parametrize(('n', 'square'), [(1, 1), (2, 5)])\n"
                "def test_square(n, square):\n    assert n * n == square\n\n\n"
                "class TestOuter:\n    class TestInner:\n        def test_deep(self):\n"
                "            assert {'a': 1} == {'a': 2}\n"
            ),
        },
        {
            "test_a.py::test_square[1-1]": "passed",
            "test_a.py::test_square[2-5]": "failed: expected 5, got 4, at test_a.py:6",
            "test_a.py::TestOuter::TestInner::test_deep": (
                "failed: expected {'a': 2}, got {'a': 1}, at test_a.py:12"
            ),
        },
    ),
    Project(
        "cases of unittest under pytest",
        {
            "conftest.py": "",
            "test_a.py": (
                "import unittest\n\n\nclass TestA(unittest.TestCase):\n"
                "    def test_equal(self):\n        self.assertEqual(4, 2 * 3)\n\n"
                "    def test_parts(self):\n        for n in (1, 2):\n"
                "            with self.subTest(n=n):\n                self.assertEqual(n, 1)\n\n"
                "    @unittest.expectedFailure\n    def test_known(self):\n        self.fail()\n"
            ),
        },
        {
            "test_a.py::TestA::test_equal": "failed: expected 4, got 6, at test_a.py:6",
            "test_a.py::TestA::test_known": "xfailed",
            "test_a.py::TestA::test_parts": "failed: expected 1, got 2, at test_a.py:11",
        },
    ),
    Project(
        "subtests",
        {
            "test_a.py": (
                "def test_parts(subtests):\n    for n in range(3):\n"
                "        with subtests.test('part', n=n):\n            assert n == 1\n"
            ),
        },
        {"test_a.py::test_parts": "failed: expected 1, got 0, at test_a.py:4"},
    ),
    Project(
        "workers of xdist",
        {
            "pytest.ini": "[pytest]\naddopts = -n 2\n",
            "test_a.py": (
                "import sys\n\n\ndef test_a():\n    print('said in a worker')\n    assert 1 == 2\n"
                f"\n\n{GOOD}"
            ),
        },
        {
            "test_a.py::test_a": "failed: expected 2, got 1, at test_a.py:6",
            "test_a.py::test_good": "passed",
        },
    ),
    Project(
        "plugins of the project's own",
        {
            "conftest.py": (
                "import asyncio\nimport inspect\n\n\n"
                "def pytest_collection_modifyitems(items):\n    items.reverse()\n\n\n"
                "def pytest_assertrepr_compare(op, left, right):\n    return ['they differ']\n\n\n"
                "def pytest_pyfunc_call(pyfuncitem):\n"
                "    if inspect.iscoroutinefunction(pyfuncitem.obj):\n"
                "        asyncio.run(pyfuncitem.obj())\n        return True\n"
            ),
            "test_a.py": (
                "async def test_first():\n    assert 1 == 2\n\n\nasync def test_second():\n    pass\n"
            ),
        },
        {
            "test_a.py::test_second": "passed",
            "test_a.py::test_first": "failed: expected 2, got 1, at test_a.py:2",
        },
    ),
    Project(
        "fixtures that break",
        {
            "test_a.py": (
                "import pytest\n\n\n@pytest.fixture\ndef before():\n    raise OSError('no disk')\n\n\n"
                "@pytest.fixture\ndef after():\n    yield\n    raise OSError('disk full')\n\n\n"
                "def test_before(before):\n    pass\n\n\ndef test_after(after):\n    pass\n"
            ),
        },
        {
            "test_a.py::test_before": "error: OSError: no disk, at test_a.py:6",
            "test_a.py::test_after": "error: OSError: disk full, at test_a.py:12",
        },
    ),
    Project(
        "files that cannot be collected",
        {
            "test_import.py": "import nowhere_to_be_found\n",
            "test_syntax.py": "def test_a(:\n",
            "test_lib.py": "import lib\n",
            "lib.py": "x = 1\ny = x / 0\n",
            "test_good.py": GOOD,
        },
        {
            "test_good.py::test_good": "passed",
            "test_import.py": (
                "error: ModuleNotFoundError: No module named 'nowhere_to_be_found', "
                "at test_import.py:1"
            ),
            "test_lib.py": "error: ZeroDivisionError: division by zero, at lib.py:2",
            "test_syntax.py": "error: SyntaxError: invalid syntax, at test_syntax.py:1",
        },
    ),
    Project(
        "tests that are not meant to pass",
        {
            "test_a.py": (
                "import pytest\n\n\n@pytest.mark.skip(reason='later')\ndef test_skip():\n    pass\n"
                "\n\n@pytest.mark.xfail\ndef test_xfail():\n    assert 0\n\n\n"
                "@pytest.mark.xfail\ndef test_xpass():\n    pass\n\n\n"
                "@pytest.mark.xfail(strict=True)\ndef test_strict():\n    pass\n"
            ),
        },
        {
            "test_a.py::test_skip": "skipped",
            "test_a.py::test_xfail": "xfailed",
            "test_a.py::test_xpass": "xpassed",
            "test_a.py::test_strict": "failed: [XPASS(strict)]",
        },
    ),
    Project(
        "a crash in C",
        {"test_a.py": f"import ctypes\n\n\n{GOOD}\n\ndef test_c():\n    ctypes.string_at(0)\n"},
        {
            "test_a.py::test_good": "passed",
            "test_a.py::test_c": "failed: the test process was killed by SIGSEGV",
        },
        ending="crashed",
        message="killed by SIGSEGV",
    ),
    Project(
        "a test that hangs",
        {
            "lib.py": "def spin():\n    while True: pass\n",
            "test_a.py": f"import lib\n\n\ndef test_spin():\n    lib.spin()\n\n\n{GOOD}",
        },
        {
            "test_a.py::test_spin": (
                "failed: Failed: the test did not finish within 0.5 s, at lib.py:2"
            ),
            "test_a.py::test_good": "passed",
        },
        test_seconds=0.5,
    ),
    Project(
        "a limit on something else than tests",
        {
            "conftest.py": "def pytest_sessionfinish(session):\n    session.exitstatus = 3\n",
            "test_a.py": GOOD,
        },
        {"test_a.py::test_good": "passed"},
        ending="crashed",
        message="its process with another status",
    ),
    Project(
        "two runs of pytest in one command",
        {
            "conftest.py": "",
            "a/test_a.py": "def test_a():\n    assert 1 == 2\n",
            "b/test_b.py": GOOD,
        },
        {
            "a/test_a.py::test_a": "failed: expected 2, got 1, at a/test_a.py:2",
            "b/test_b.py::test_good": "passed",
        },
        runs="python -m pytest a; s=$?; python -m pytest b; exit $s",
        given=True,
        ending="crashed",
        message="another status",
    ),
    Project(
        "only one of the tests",
        {"test_a.py": f"{GOOD}\n\ndef test_b():\n    assert 1 == 2\n"},
        {"test_a.py::test_b": "failed: expected 2, got 1, at test_a.py:6"},
        only=("test_a.py::test_b",),
    ),
]
