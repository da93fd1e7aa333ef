"""Projects whose tests unittest runs."""
# ruff: noqa: E501 (programs in strings)

from __future__ import annotations

from corpus_project import Project

CASE = "import unittest\n\n\nclass TestA(unittest.TestCase):\n"
GOOD = "    def test_good(self):\n        self.assertTrue(True)\n"
BAD = "    def test_bad(self):\n        self.assertEqual(2 * 3, 5)\n"

PROJECTS = [
    Project(
        "cases beside the code",
        {
            "fact.py": "def double(n):\n    raise ValueError(f'bad {n}')\n",
            "test_fact.py": (
                f"{CASE}{GOOD}\n{BAD}\n    def test_raises(self):\n        import fact\n\n"
                "        fact.double(2)\n"
            ),
        },
        {
            "test_fact.py::TestA::test_bad": "failed: expected 5, got 6, at test_fact.py:9",
            "test_fact.py::TestA::test_good": "passed",
            "test_fact.py::TestA::test_raises": "failed: ValueError: bad 2, at fact.py:2",
        },
        runs="python -m unittest discover",
    ),
    Project(
        "a package of tests",
        {"tests/__init__.py": "", "tests/test_a.py": f"{CASE}{BAD}", "lib.py": ""},
        {"tests/test_a.py::TestA::test_bad": "failed: expected 5, got 6, at tests/test_a.py:6"},
        runs="python -m unittest discover",
    ),
    Project(
        "a folder of tests that is no package",
        {"tests/test_a.py": f"import lib\n{CASE}{GOOD}", "lib.py": ""},
        {"tests/test_a.py::TestA::test_good": "passed"},
        runs="python -m unittest discover -s tests",
    ),
    Project(
        "a package of tests in a src layout, named the other way",
        {
            "src/demo/__init__.py": "N = 6\n",
            "src/demo/tests/__init__.py": "",
            "src/demo/tests/a_test.py": (
                "import unittest\n\nimport demo\n\n\nclass ATest(unittest.TestCase):\n"
                "    def test_n(self):\n        self.assertIs(demo.N, 5)\n"
            ),
        },
        {
            "src/demo/tests/a_test.py::ATest::test_n": (
                "failed: expected 5, got 6, at src/demo/tests/a_test.py:8"
            ),
        },
        runs="python -m unittest discover -s src/demo/tests -t src -p '*_test.py'",
    ),
    Project(
        "how tox calls it",
        {
            "tox.ini": (
                "[tox]\nenv_list = py\n\n[testenv]\n"
                "commands = python -m unittest discover -f -s checks -p 'c*.py' {posargs}\n"
            ),
            "checks/check_a.py": f"{CASE}{GOOD}\n{BAD}\n    def test_after(self):\n        1 / 0\n",
        },
        {
            "checks/check_a.py::TestA::test_after": (
                "failed: ZeroDivisionError: division by zero, at checks/check_a.py:12"
            ),
            "checks/check_a.py::TestA::test_bad": (
                "failed: expected 5, got 6, at checks/check_a.py:9"
            ),
            "checks/check_a.py::TestA::test_good": "passed",
        },
        runs="python -m unittest discover -f -s checks -p 'c*.py'",
    ),
    Project(
        "every way a case can end",
        {
            "test_a.py": (
                f"{CASE}"
                "    def test_parts(self):\n        for n in (1, 2, 3):\n"
                "            with self.subTest(n=n):\n                self.assertEqual(n, 1)\n\n"
                "    @unittest.expectedFailure\n    def test_known(self):\n        self.fail()\n\n"
                "    @unittest.expectedFailure\n    def test_mended(self):\n        pass\n\n"
                "    @unittest.skip('later')\n    def test_skip(self):\n        pass\n\n"
                "    def test_exit(self):\n        raise SystemExit(0)\n\n\n"
                "class TestSetUp(unittest.TestCase):\n    def setUp(self):\n"
                "        raise OSError('no disk')\n\n    def test_it(self):\n        pass\n\n\n"
                "class TestAsync(unittest.IsolatedAsyncioTestCase):\n"
                "    async def test_later(self):\n        self.assertEqual(1, await self.one())\n\n"
                "    async def one(self):\n        return 2\n"
            ),
        },
        {
            "test_a.py::TestA::test_exit": "failed: SystemExit: 0, at test_a.py:23",
            "test_a.py::TestA::test_known": "xfailed",
            "test_a.py::TestA::test_mended": (
                "failed: unexpected success: the test is marked as an expected failure, and passes"
            ),
            "test_a.py::TestA::test_parts": "failed: expected 1, got 2, at test_a.py:8",
            "test_a.py::TestA::test_skip": "skipped",
            "test_a.py::TestAsync::test_later": "failed: expected 1, got 2, at test_a.py:36",
            "test_a.py::TestSetUp::test_it": "error: OSError: no disk, at test_a.py:28",
        },
        runs="python -m unittest discover",
    ),
    Project(
        "classes and modules that cannot be set up",
        {
            "test_class.py": (
                f"{CASE}    @classmethod\n    def setUpClass(cls):\n        raise OSError('no disk')\n"
                f"\n{GOOD}\n    def test_other(self):\n        pass\n\n\n"
                "class TestLast(unittest.TestCase):\n    @classmethod\n"
                "    def tearDownClass(cls):\n        raise OSError('disk full')\n\n"
                "    def test_one(self):\n        pass\n\n    def test_two(self):\n        pass\n"
            ),
            "test_module.py": (
                f"import unittest\n\n\ndef setUpModule():\n    raise unittest.SkipTest('not here')\n"
                f"\n\nclass TestA(unittest.TestCase):\n{GOOD}"
            ),
        },
        {
            "test_class.py::TestA::test_good": "error: OSError: no disk, at test_class.py:7",
            "test_class.py::TestA::test_other": "error: OSError: no disk, at test_class.py:7",
            "test_class.py::TestLast::test_one": "passed",
            "test_class.py::TestLast::test_two": "error: OSError: disk full, at test_class.py:19",
            "test_module.py::TestA::test_good": "skipped",
        },
        runs="python -m unittest discover",
    ),
    Project(
        "modules that cannot be loaded",
        {
            "tests/__init__.py": "",
            "tests/test_import.py": "import unittest\nimport nowhere_to_be_found\n",
            "tests/test_syntax.py": "import unittest\n\ndef f(:\n",
            "tests/test_lib.py": "import unittest\nimport lib\n",
            "lib.py": "x = 1\ny = x / 0\n",
            "tests/test_good.py": f"{CASE}{GOOD}",
        },
        {
            "tests/test_good.py::TestA::test_good": "passed",
            "tests/test_import.py": (
                "error: ModuleNotFoundError: No module named 'nowhere_to_be_found', "
                "at tests/test_import.py:2"
            ),
            "tests/test_lib.py": "error: ZeroDivisionError: division by zero, at lib.py:2",
            "tests/test_syntax.py": "error: SyntaxError: invalid syntax, at tests/test_syntax.py:3",
        },
        runs="python -m unittest discover",
    ),
    Project(
        "a script that runs its own tests",
        {
            "check.py": (
                f"{CASE}{GOOD}\n{BAD}\n\ndef load_tests(loader, tests, pattern):\n"
                "    import doctest\n    import lib\n\n"
                "    tests.addTests(doctest.DocTestSuite(lib))\n    return tests\n\n\n"
                'if __name__ == "__main__":\n    unittest.main()\n'
            ),
            "lib.py": 'def one():\n    """One.\n\n    >>> one()\n    1\n    """\n    return 1\n',
        },
        {
            "check.py::TestA::test_bad": "failed: expected 5, got 6, at check.py:9",
            "check.py::TestA::test_good": "passed",
            "lib.py::lib.one": "passed",
        },
        runs="python check.py -v",
        given=True,
    ),
    Project(
        "a runner and results of the project's own, by make",
        {
            "Makefile": "test:\n\t@python run.py\n",
            "run.py": (
                "import sys\nimport unittest\n\n\nclass Quiet(unittest.TestResult):\n"
                "    def addSuccess(self, test):\n        print('good', test)\n\n\n"
                "result = Quiet()\nunittest.defaultTestLoader.discover('checks').run(result)\n"
                "sys.exit(not result.wasSuccessful())\n"
            ),
            "checks/test_a.py": f"{CASE}{GOOD}\n{BAD}",
        },
        {
            "checks/test_a.py::TestA::test_bad": "failed: expected 5, got 6, at checks/test_a.py:9",
            "checks/test_a.py::TestA::test_good": "passed",
        },
        runs="make test",
        given=True,
    ),
    Project(
        "a case that takes the process with it",
        {
            "test_a.py": f"import os\n{CASE}{GOOD}\n    def test_leaves(self):\n        os._exit(0)\n"
        },
        {
            "test_a.py::TestA::test_good": "passed",
            "test_a.py::TestA::test_leaves": (
                "failed: the test process left before unittest had finished"
            ),
        },
        runs="python -m unittest discover",
        ending="crashed",
        message="left before unittest had finished",
    ),
    Project(
        "a case that hangs, and is stopped",
        {
            "lib.py": "def spin():\n    while True: pass\n",
            "test_a.py": f"import lib\n{CASE}{GOOD}\n    def test_spin(self):\n        lib.spin()\n",
        },
        {
            "test_a.py::TestA::test_good": "passed",
            "test_a.py::TestA::test_spin": (
                "failed: AssertionError: the test did not finish within 0.5 s, at lib.py:2"
            ),
        },
        runs="python -m unittest discover",
        test_seconds=0.5,
    ),
    Project(
        "a case that hangs until the clock ends it",
        {
            "lib.py": "import time\n\n\ndef wait():\n    time.sleep(600)\n",
            "test_a.py": f"import lib\n{CASE}{GOOD}\n    def test_wait(self):\n        lib.wait()\n",
        },
        {
            "test_a.py::TestA::test_good": "passed",
            "test_a.py::TestA::test_wait": ("failed: wall-clock limit of 3 s reached, at lib.py:5"),
        },
        runs="python -m unittest discover",
        ending="timeout",
        settings={"wall_seconds": 3},
    ),
    Project(
        "only one of the cases",
        {"test_a.py": f"{CASE}{GOOD}\n{BAD}", "test_b.py": f"{CASE}{GOOD}"},
        {"test_a.py::TestA::test_bad": "failed: expected 5, got 6, at test_a.py:9"},
        runs="python -m unittest discover",
        only=("test_a.py::TestA::test_bad",),
    ),
]
