"""Candidates are tried on further inputs, in the sandbox, whatever they do there."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from repair.choice_harness import chosen, green
from verdigris.core.probe import Table
from verdigris.errors import SandboxUnavailable
from verdigris.repair.choosing.choice import Choice
from verdigris.repair.choosing.properties import steady
from verdigris.sandbox.pick import open_backend
from verdigris.sandbox.process import ProcessSandbox
from verdigris.settings import Machine, Settings, SuiteSettings
from verdigris.suites.command import CommandSuite
from verdigris.suites.detect import Interpreter
from verdigris.suites.probe import Place, probe, read_table
from verdigris.suites.scripted import ScriptedSuite

CLAMP = """\
def clamp(n, low, high):
    if n < low:
        return high
    if n > high:
        return high
    return n
"""
CLAMP_TESTS = """\
from shop import clamp


def test_low():
    assert clamp(-5, 0, 9) == 0


def test_others():
    assert clamp(4, 0, 9) == 4 and clamp(12, 0, 9) == 9
"""
LOW, OTHERS = "test_shop.py::test_low", "test_shop.py::test_others"
RIGHT = CLAMP.replace("return high", "return low", 1)


async def clamp_chosen(
    bodies: Sequence[str], python: Path, files: dict[str, str] | None = None, **more: object
) -> Choice:
    """Choose among the right candidate, which is the last, and others."""
    texts = [CLAMP.replace("return high", body, 1) for body in bodies] + [RIGHT]
    return await chosen(
        [green(CLAMP, text) for text in texts],
        {"shop.py": CLAMP, "test_shop.py": CLAMP_TESTS, **(files or {})},
        python,
        failing=[LOW],
        passing=[OTHERS],
        **more,  # type: ignore[arg-type]
    )


async def test_tests_of_unittest_are_watched_as_well(lean_python: Path) -> None:
    tests = """\
import unittest

from shop import clamp


class TestClamp(unittest.TestCase):
    def test_low(self):
        self.assertEqual(clamp(-5, 0, 9), 0)

    def test_others(self):
        self.assertEqual(clamp(4, 0, 9), 4)
"""
    choice = await chosen(
        [green(CLAMP, CLAMP.replace("return high", "return 0", 1)), green(CLAMP, RIGHT)],
        {"shop.py": CLAMP, "test_shop.py": tests},
        lean_python,
        failing=["test_shop.py::TestClamp::test_low"],
        passing=["test_shop.py::TestClamp::test_others"],
        test_cmd=f"{lean_python} -m unittest",
    )
    assert choice.order == (1, 0), choice
    assert "further inputs" in choice.account


async def test_workers_of_xdist_do_not_hide_the_calls(lean_python: Path) -> None:
    choice = await clamp_chosen(
        ["return 0"], lean_python, {"pytest.ini": "[pytest]\naddopts = -n 2\n"}
    )
    assert choice.order == (1, 0) and "further inputs" in choice.account


async def test_candidates_are_tried_in_the_isolating_sandbox(lean_python: Path) -> None:
    try:
        sandbox = await open_backend("bubblewrap", Settings(), Machine.current())
    except SandboxUnavailable as missing:
        pytest.skip(missing.show())
    choice = await clamp_chosen(["return 0"], lean_python, sandbox=sandbox)
    assert choice.order == (1, 0) and "further inputs" in choice.account


HOSTILE = {
    "hangs": "while low:\n            pass",
    "leaves the process": "low and __import__('os')._exit(0)",
    "raises what nobody catches": "low and exit(3)",
    "recurses for ever": "low and clamp(n, low, high)",
    "takes all memory": "low and len([0] * 10**10)",
    "says no end of things": "low and [print('x' * 10**5) for _ in range(20)]",
    "crashes the interpreter": "low and __import__('ctypes').string_at(1)",
    "leaves a child behind": (
        "if low and not __import__('os').fork():\n            __import__('time').sleep(60)"
    ),
    "forges the records": (
        "low and open(__import__('sys').modules['verdigris_probe']._OUT, 'w').write('{}')"
    ),
}
"""What stands before `return 0`: at peace while `low` is 0, as it is in the tests."""


async def test_no_candidate_disturbs_the_trial_of_the_others(lean_python: Path) -> None:
    bodies = [f"{body}\n        return 0" for body in HOSTILE.values()]
    choice = await clamp_chosen(bodies, lean_python, seconds=40)
    judged = dict(zip([*HOSTILE, "right"], choice.judged, strict=True))
    assert choice.order[0] == len(HOSTILE), judged
    assert all(one.group is not None for one in judged.values()), judged
    for name in ("hangs", "leaves the process", "crashes the interpreter"):
        assert "hangs or dies on further inputs" in judged[name].doubts, judged[name]


async def test_a_candidate_that_lets_nothing_stop_it_is_stopped(
    tmp_path: Path, lean_python: Path
) -> None:
    loop = (
        "while low:\n            try:\n                sum(range(10**6))\n"
        "            except BaseException:\n                pass\n        return 0"
    )
    versions = [CLAMP, CLAMP.replace("return high", loop, 1), RIGHT]
    files = {"shop.py": RIGHT, "test_shop.py": CLAMP_TESTS}
    table = await probed(files, ["clamp"], versions, tmp_path / "copy", lean_python, seconds=12)
    assert "hang" in {cell.status for cell in table.by_version[1].values()}
    assert len(table.by_version[2]) == len(table.inputs)


async def test_a_candidate_that_kills_the_tests_costs_the_trial_and_no_more(
    lean_python: Path,
) -> None:
    kill = "low and __import__('os').kill(__import__('os').getppid(), 9)\n        return 0"
    choice = await clamp_chosen([kill], lean_python)
    assert choice.order == (1, 0)
    assert "not tried further" in choice.account


@pytest.mark.parametrize(
    ("code", "new", "test", "why"),
    [
        (
            "class Add:\n    def __init__(self, by):\n        self.by = by\n"
            "        self.held = open('/dev/null')\n\n"
            "    def __call__(self, n):\n        return n - self.by\n",
            ("return n - self.by", "return n + self.by", "return n + 2"),
            "from shop import Add\n\n\ndef test_low():\n    assert Add(2)(3) == 5\n",
            "its arguments cannot be copied",
        ),
        (
            "def outer():\n    return unused(3)\n\n\ndef unused(n):\n    return n\n\n\nX = 4\n",
            ("return n\n", "return n + 1\n", "return 4\n"),
            "from shop import X\n\n\ndef test_low():\n    assert X == 4\n",
            "no test calls it",
        ),
    ],
)
async def test_what_cannot_be_tried_is_said(
    code: str, new: tuple[str, str, str], test: str, why: str, lean_python: Path
) -> None:
    choice = await chosen(
        [green(code, code.replace(new[0], one)) for one in new[1:]],
        {"shop.py": code, "test_shop.py": test},
        lean_python,
        failing=[LOW],
        passing=[],
    )
    assert why in choice.account


async def test_a_command_that_runs_no_known_runner_leaves_it_to_the_texts(
    lean_python: Path,
) -> None:
    choice = await clamp_chosen(
        ["return 0 + 0 * n"],
        lean_python,
        {"run.py": "from shop import clamp\nassert clamp(4, 0, 9) == 4\n"},
        test_cmd=f"{lean_python} run.py",
    )
    assert choice.order == (1, 0) and "not tried further" in choice.account


KINDS = """\
import functools
import math

SCALE = 3


def double(function):
    @functools.wraps(function)
    def call(*args):
        return 2 * function(*args)
    return call


@double
def decorated(n):
    return n + 1


@functools.lru_cache(maxsize=None)
def cached(n):
    return n + 1


def scaled(n):
    return n * SCALE


def with_default(n, more=[]):
    return n + len(more)


async def numbers(n):
    for i in range(n):
        yield i + 1


class Box:
    size = 2

    @property
    def area(self):
        return self.size + 1

    @classmethod
    def made(cls, n):
        return cls.size + n + 1

    @staticmethod
    def plain(n):
        return n + 1

    def by_word(self, *, n, **more):
        return self.size + n + len(more) + 1
"""
KINDS_TEST = """\
import asyncio

from shop import *


async def listed(n):
    return [i async for i in numbers(n)]


def test_low():
    assert decorated(1) and cached(2) and scaled(3) and with_default(4)
    assert asyncio.run(listed(5))
    assert Box().area and Box.made(6) and Box.plain(7) and Box().by_word(n=8, x=1)
"""
CHANGES = {
    "decorated": ("def decorated(n):\n    return n + 1", "def decorated(n):\n    return n + 9"),
    "cached": ("def cached(n):\n    return n + 1", "def cached(n):\n    return math.floor(n) + 9"),
    "scaled": ("SCALE = 3", "SCALE = 30"),
    "with_default": ("more=[]", "more=(1, 2)"),
    "numbers": ("yield i + 1", "yield i + 9"),
    "Box.area": ("return self.size + 1\n", "return self.size + 9\n"),
    "Box.made": ("size = 2", "size = 9"),
    "Box.plain": ("def plain(n):\n        return n + 1", "def plain(n):\n        return n + 9"),
    "Box.by_word": ("len(more) + 1", "len(more) + 9"),
}  # fmt: skip


async def probed(
    files: dict[str, str], functions: Sequence[str], versions: Sequence[str], tree: Path,
    python: Path, seconds: float = 30,
) -> Table:  # fmt: skip
    tree.mkdir()
    for name, text in files.items():
        (tree / name).write_text(text, "utf-8")
    suite = CommandSuite(
        tree, None, Interpreter(python, "the tests' own"), ProcessSandbox(),
        SuiteSettings(wall_seconds=60), Machine.current(),
    )  # fmt: skip
    return await probe(
        suite, tree, [Place(key=name, path="shop.py", function=name) for name in functions],
        [{"shop.py": text} for text in versions],
        failing=[], passing=[], seconds=seconds,
    )  # fmt: skip


async def test_every_kind_of_function_is_watched_and_becomes_another_version(
    tmp_path: Path, lean_python: Path
) -> None:
    versions = [KINDS, *(KINDS.replace(old, new) for old, new in CHANGES.values())]
    assert len(set(versions)) == len(versions)
    files = {"shop.py": KINDS, "test_shop.py": KINDS_TEST}
    table = await probed(files, list(CHANGES), versions, tmp_path / "copy", lean_python)
    assert not table.notes and not table.refused
    places = {one.n: one.place for one in table.inputs}
    for number, name in enumerate(CHANGES, start=1):
        changed = {
            places[n]
            for n, cell in table.by_version[number].items()
            if cell.seen != table.by_version[0][n].seen
        }
        assert name in changed, name
        # A constant of a class or the module may concern several of them.
        assert changed == {name} or name == "Box.made", (name, changed)


async def test_the_same_run_gives_the_same_table(tmp_path: Path, lean_python: Path) -> None:
    files = {"shop.py": CLAMP, "test_shop.py": CLAMP_TESTS}
    runs = [
        await probed(files, ["clamp"], [CLAMP, RIGHT, CLAMP], tmp_path / str(n), lean_python)
        for n in range(2)
    ]
    assert runs[0] == runs[1]
    assert len(runs[0].inputs) > 20 and len(runs[0].cells) == 3 * len(runs[0].inputs)
    kinds = {one.how for one in runs[0].inputs}
    assert {"seen", "plus one", "negated", "equal to another"} <= kinds


async def test_long_tests_leave_time_for_the_versions(tmp_path: Path, lean_python: Path) -> None:
    tests = "".join(
        f"\n\ndef test_{n}():\n    time.sleep(1)\n    clamp({n}, 0, 9)\n" for n in range(60)
    )
    files = {"shop.py": CLAMP, "test_shop.py": f"import time\nfrom shop import clamp\n{tests}"}
    table = await probed(files, ["clamp"], [CLAMP, RIGHT], tmp_path / "a", lean_python, seconds=10)
    assert 0 < len([one for one in table.inputs if one.how == "seen"]) < 10
    assert len(table.by_version[1]) == len(table.inputs)


async def test_a_byte_order_mark_is_no_hindrance(tmp_path: Path, lean_python: Path) -> None:
    marked = ["\ufeff" + CLAMP, "\ufeff" + RIGHT]
    files = {"shop.py": marked[0], "test_shop.py": CLAMP_TESTS}
    table = await probed(files, ["clamp"], marked, tmp_path / "copy", lean_python)
    assert not table.notes and not table.refused
    assert green(*marked).functions == {("shop.py", "clamp")}


async def test_what_the_original_does_not_do_twice_is_left_out(
    tmp_path: Path, lean_python: Path
) -> None:
    code = "import time\n\n\ndef clamp(n):\n    return n if n < 5 else time.perf_counter_ns()\n"
    test = "from shop import clamp\n\n\ndef test_low():\n    assert clamp(2) and clamp(7)\n"
    files = {"shop.py": code, "test_shop.py": test}
    table = await probed(files, ["clamp"], [code, code, code], tmp_path / "copy", lean_python)
    shown = {one.shown for one in steady(table, 2).inputs}
    assert "2" in shown and "7" not in shown


async def test_a_suite_that_takes_no_plugins_is_not_watched(tmp_path: Path) -> None:
    suite = ScriptedSuite([])
    table = await probe(suite, tmp_path, [], [], failing=[], passing=[], seconds=1)
    assert table.notes == ("the tests cannot be watched",)


INPUT = {"kind": "input", "n": 0, "place": "a", "call": 0}
CELL = {"kind": "cell", "n": 0, "version": 1, "status": "value", "digest": "d"}
END = {"kind": "finish"}


@pytest.mark.parametrize(
    "rows",
    [
        [INPUT, CELL, CELL, END],
        [INPUT, CELL, END, END],
        [INPUT, {**CELL, "version": 7}, END],
        [INPUT, {**CELL, "n": 3}, END],
        [INPUT, {**CELL, "n": -1}, END],
        [INPUT, {**CELL, "status": "splendid"}, END],
        [INPUT, {**CELL, "number": "many"}, END],
        [INPUT, {**CELL, "more": 1}, END],
        [{**INPUT, "n": 5}, END],
        [INPUT, INPUT, END],
        [{**INPUT, "n": n} for n in range(5000)] + [END],
        [INPUT, {"kind": "version", "version": 1}, END],
        [INPUT, {"kind": "place"}, END],
    ],
)
def test_records_that_contradict_themselves_are_dropped(
    rows: list[dict[str, object]], tmp_path: Path
) -> None:
    (tmp_path / "records").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert read_table(tmp_path / "records", 3) == Table(
        notes=("the records contradict each other",)
    )


@pytest.mark.parametrize("text", ["", "{", json.dumps(INPUT) + "\n", "[" * 10**5, "\0\xff", "null"])
def test_records_without_an_end_are_none(text: str, tmp_path: Path) -> None:
    (tmp_path / "records").write_text(text)
    assert read_table(tmp_path / "records", 3) is None


def test_records_that_are_no_file_are_none(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "secret").write_text(json.dumps(END))
    (tmp_path / "link").symlink_to(tmp_path / "secret")
    for name in ("pipe", "link", "missing"):
        assert read_table(tmp_path / name, 3) is None
