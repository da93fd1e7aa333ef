"""Several candidates in one child: the same outcomes as one by one, or one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from warm_projects import Project, edit

from verdigris.suites.warm.runner import Tried, WarmRunner

Make = Callable[..., Project]
CODE = "def double(n):\n    return n + 2\n"
TESTS = (
    "import subprocess, sys\nimport pytest\nfrom code_ import double\n\n\n"
    "@pytest.mark.parametrize('n', [0, 2, 5])\ndef test_double(n):\n    assert double(n) == 2 * n\n"
    "\n\ndef test_program():\n    code = 'import code_; print(code_.double(4))'\n"
    "    assert int(subprocess.check_output([sys.executable, '-c', code])) == 8\n"
)
BODIES = {
    "n * 2": [True] * 4,
    "n + 2": [False, True, False, False],
    "n and 2 * n": [True] * 4,
    "n + n if n < 5 else 0": [True, True, False, True],
    "nowhere": [False] * 4,
}


def change(body: str, head: str = "(n)"):
    return edit({"code_.py": f"def double{head}:\n    return {body}\n"})


def passed(tried: Tried, tests: Sequence[str]) -> list[bool]:
    assert tried.report is not None
    found = {result.id: result.outcome == "passed" for result in tried.report.results}
    return [found[test] for test in tests]


NAMES = [*(f"test_code.py::test_double[{n}]" for n in (0, 2, 5)), "test_code.py::test_program"]


async def test_each_fares_as_it_would_alone(project: Make) -> None:
    async with project({"code_.py": CODE, "test_code.py": TESTS}).runner() as warm:
        for order in (list(BODIES), list(reversed(BODIES))):
            tried = await warm.try_many([change(body) for body in order], test_seconds=10)
            assert [passed(one, NAMES) for one in tried] == [BODIES[body] for body in order]
            assert {one.level for one in tried} == {"collected"}
        assert shares_a_child(warm)
        # What does not fit into the child of the others is tried by itself.
        several = [change("n * 2", "(n, m=1)"), change("2 * n"), edit({"code_.py": "def double("})]
        tried = await warm.try_many(several, test_seconds=10)
        assert passed(tried[0], NAMES) == passed(tried[1], NAMES) == [True] * 4
        assert [one.level for one in tried[:2]] == ["configured", "collected"]
        assert tried[2].report is not None and not tried[2].report.passed


def shares_a_child(warm: WarmRunner) -> bool:
    return not warm.one_by_one


TEST = "from code_ import double\n\n\ndef test_double():\n    assert double(3) == 6\n"
GIVEN = (
    "import pytest\nfrom code_ import double\n\n\n"
    "@pytest.mark.parametrize('xs', [[3, 1]])\ndef test_double(xs):\n"
    "    assert double(xs) == [1, 3]\n"
)
TRACES = {
    "a list": ("SEEN = []\n\n\ndef double(n):\n    SEEN.append(n)\n    return {}\n", TEST),
    "a cache": (
        "from functools import lru_cache\n\n\n@lru_cache\ndef double(n):\n    return {}\n", TEST
    ),
    "the environment": (
        "import os\n\n\ndef double(n):\n    os.environ['SEEN'] = str(n)\n    return {}\n", TEST
    ),
    "a file": (
        "import os, tempfile\n\n\ndef double(n):\n"
        "    open(os.path.join(tempfile.gettempdir(), 'seen'), 'a').close()\n    return {}\n", TEST
    ),
    "a default": ("def double(n, seen=[]):\n    seen.append(n)\n    return {}\n", TEST),
    "a counter": (
        "import itertools\n\nIDS = itertools.count()\n\n\ndef double(n):\n"
        "    n += next(IDS)\n    return {}\n", TEST
    ),
    "slots": (
        "class K:\n    __slots__ = ('n',)\n\n\nK1 = K()\nK1.n = 0\n\n\ndef double(n):\n"
        "    n += K1.n\n    K1.n += 1\n    return {}\n", TEST
    ),
    "a generator": (
        "def endless():\n    n = -1\n    while True:\n        n += 1\n        yield n\n\n\n"
        "NEXT = endless()\n\n\ndef double(n):\n    n += next(NEXT)\n    return {}\n", TEST
    ),
    "another module": (
        "import json\n\n\ndef double(n):\n    json.seen = getattr(json, 'seen', -1) + 1\n"
        "    n += json.seen\n    return {}\n", TEST
    ),
}  # fmt: skip


@pytest.mark.parametrize("trace", TRACES)
async def test_what_leaves_a_trace_is_tried_one_by_one(project: Make, trace: str) -> None:
    code, tests = TRACES[trace]
    bodies = {"n + 2": False, "n * 2": True, "n + 1": False, "2 * n": True}
    several = [edit({"code_.py": code.format(body)}) for body in bodies]
    async with project({"code_.py": code.format("n"), "test_code.py": tests}).runner() as warm:
        tried = await warm.try_many(several, test_seconds=10)
        assert [passed(one, ["test_code.py::test_double"]) == [True] for one in tried] == [
            *bodies.values()
        ]
        await warm.try_many(several, test_seconds=10)
        assert not shares_a_child(warm)


async def test_a_parameter_that_a_candidate_sorts_is_not_sorted_for_the_next(project: Make) -> None:
    code = "def double(xs):\n    {}\n    return xs\n"
    bodies = {"pass": False, "xs.sort()": True, "xs = list(xs)": False, "xs = sorted(xs)": True}
    several = [edit({"code_.py": code.format(body)}) for body in bodies]
    async with project({"code_.py": code.format("xs = 0"), "test_code.py": GIVEN}).runner() as warm:
        tried = await warm.try_many(several, test_seconds=10)
    green = [one.report is not None and one.report.green for one in tried]
    assert green == [*bodies.values()]


async def test_one_that_ends_or_holds_up_the_process_costs_the_others_nothing(
    project: Make,
) -> None:
    several = [
        change("n * 2"), change("__import__('os')._exit(0)"), change("2 * n"),
        change("[n for n in iter(int, 1)]"), change("n + n"),
    ]  # fmt: skip
    async with project({"code_.py": CODE, "test_code.py": TESTS}).runner() as warm:
        tried = await warm.try_many(several, only=NAMES[:2], test_seconds=2)
    assert [
        one.report is not None and len(one.report.passed) == 2 and not one.report.failures
        for one in tried
    ] == [True, False, True, False, True]
