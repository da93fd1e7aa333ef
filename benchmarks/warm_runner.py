"""Candidates per second, warm against cold `pytest`, on a small and a middle-sized suite. Aim: 20.

Small: six tests of one function. Middle: 300 tests of 20 modules; each candidate runs the three
failing ones, as a search does, and the cold side is handed their ids, so that it collects one file
only. The whole middle suite is measured as well. The first failure ends a candidate on both sides,
and neither describes it; every third one, in the small suite, mends the fault. The warm side is
handed twelve candidates at a time, as by a search; one at a time is measured as well.

Both sides use all cores, in turns, and run in an environment with pytest and nothing else. The cold
side is a bare `pytest` without sandbox or report; the warm side is all of it: sandbox, records, the
Report made. Workers are started before; what that takes is told as well.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import statistics
import sys
import tempfile
import time
import venv
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path

from verdigris.core.change import Change, FileEdit
from verdigris.sandbox.base import Limits, View
from verdigris.sandbox.process import ProcessSandbox
from verdigris.suites.environments import look_at
from verdigris.suites.warm.launch import Launch, pytest_words
from verdigris.suites.warm.runner import WarmRunner

CORES = os.cpu_count() or 1
ROUNDS = 5
WARM, COLD = 72 * CORES, 2 * CORES
"""Candidates of one round."""
TOGETHER = 12
"""Candidates that are handed over at a time, as a search does."""
LEAN = ("pytest", "_pytest", "py", "pluggy", "iniconfig", "packaging", "pygments")
LIMITS = Limits(
    wall_seconds=60, cpu_seconds=60, memory_mb=4096, file_mb=64, disk_mb=256, processes=128,
    open_files=1024, output_kb=1024,
)  # fmt: skip


def small() -> dict[str, str]:
    return {
        "code_.py": "def fact(n):\n    if n < 2:\n        return 1\n    return n + fact(n - 1)\n",
        "test_code.py": (
            "import pytest\nfrom code_ import fact\n\n\n"
            "WANTED = [(0, 1), (1, 1), (2, 2), (3, 6), (4, 24), (5, 120)]\n\n\n"
            '@pytest.mark.parametrize("n, r", WANTED)\n'
            "def test_fact(n, r):\n    assert fact(n) == r\n"
        ),
    }


def middle() -> dict[str, str]:
    files = {}
    for i in range(20):
        files[f"shop/part{i}.py"] = (
            f"import json\n\nRATE = {i}\n\n\nclass Part:\n    def __init__(self, n):\n"
            "        self.n = n\n\n    def worth(self):\n        return self.n * RATE\n\n\n"
            "def total(parts):\n    return sum(part.worth() for part in parts)\n\n\n"
            "def saved(parts):\n    return json.dumps([part.n for part in parts])\n"
        )
        files[f"tests/test_part{i}.py"] = (
            f"import pytest\nfrom shop.part{i} import RATE, Part, saved, total\n\n\n"
            "@pytest.fixture\ndef parts():\n    return [Part(n) for n in range(4)]\n\n\n"
            "@pytest.mark.parametrize('n', range(11))\n"
            "def test_worth(n):\n    assert Part(n).worth() == n * RATE\n\n\n"
            "def test_total(parts):\n    assert total(parts) == 6 * RATE\n\n\n"
            "def test_saved(parts):\n    assert saved(parts) == '[0, 1, 2, 3]'\n\n\n"
            "def test_nothing():\n    assert total([]) == 0\n\n\n"
            "def test_one(parts):\n    assert total(parts[1:2]) == RATE\n"
        )
    broken = files["shop/part7.py"].replace("for part in parts)", "for part in parts[1:]) + 1")
    return {**files, "shop/__init__.py": "", "shop/part7.py": broken}


class Case:
    """A project, its candidates, and the two ways to try them."""

    def __init__(self, name: str, desk: Path, python: Path, only: Sequence[str] = ()) -> None:
        files = {"small": small, "middle": middle}[name]()
        self._folder = desk / name
        for path, text in files.items():
            target = self._folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text)
        self._path = {"small": "code_.py", "middle": "shop/part7.py"}[name]
        self._text = (self._folder / self._path).read_text()
        self._python = python
        self._only = tuple(only)
        self._count = 0

    def candidate(self) -> str:
        """Return the file with another body of a function, as a search over edits makes them."""
        self._count += 1
        if "part7" in self._path:
            return self._text.replace("[1:]) + 1", f"[{self._count % 4}:]) + {self._count % 5}")
        return self._text.replace("n + fact", f"n * {self._count % 3} * fact")

    @contextlib.asynccontextmanager
    async def fresh(self) -> AsyncIterator[Path]:
        with tempfile.TemporaryDirectory() as place:
            yield Path(shutil.copytree(self._folder, Path(place) / "project"))

    def environment(self, tree: Path) -> dict[str, str]:
        return {
            "PATH": f"{self._python.parent}:/usr/bin:/bin",
            "PYTHONPATH": str(tree),
            "PYTHONDONTWRITEBYTECODE": "1",
            "LANG": "C.UTF-8",
        }

    def runner(self) -> WarmRunner:
        words = pytest_words(None, self._python)
        assert words is not None
        view = View(readable=look_at(self._python, self._folder).readable)
        launch = Launch("pytest", words, self.environment, self._folder, LIMITS, view)
        return WarmRunner(launch, ProcessSandbox(), self.fresh, workers=CORES)

    async def warm(self, runner: WarmRunner, together: int) -> None:
        edits = [
            FileEdit(path=self._path, before=self._text, after=self.candidate())
            for _ in range(together)
        ]
        tried = await runner.try_many(
            [Change(edits=(edit,), origin="search") for edit in edits],
            only=self._only, stop_at_first_failure=True, test_seconds=30,
        )  # fmt: skip
        for one in tried:
            assert one.level == "collected", one.reason
            assert one.report is not None and one.report.results

    async def cold(self) -> None:
        async with self.fresh() as tree:
            (tree / self._path).write_text(self.candidate())
            words = [str(self._python), "-m", "pytest", "-qx", "--tb=no", "-p", "no:cacheprovider"]
            process = await asyncio.create_subprocess_exec(
                *words, *self._only, cwd=tree, env=self.environment(tree),
                stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
                # The scheduler shares by session, and every warm candidate has one of its own.
                start_new_session=True,
            )  # fmt: skip
            assert await process.wait() in (0, 1)


async def rate(count: int, one: Callable[[], Awaitable[None]], each: int = 1) -> float:
    """Return how many a second, all cores at work, where every call tries `each`."""
    gate = asyncio.Semaphore(CORES)

    async def guarded() -> None:
        async with gate:
            await one()

    started = time.perf_counter()
    await asyncio.gather(*(guarded() for _ in range(count)))
    return count * each / (time.perf_counter() - started)


async def measure(case: Case) -> dict[str, float]:
    async with case.runner() as runner:
        started = time.perf_counter()
        await asyncio.gather(*(case.warm(runner, TOGETHER) for _ in range(CORES)))
        ready = time.perf_counter() - started
        rates = [
            (
                await rate(WARM // TOGETHER, lambda: case.warm(runner, TOGETHER), TOGETHER),
                await rate(WARM // 3, lambda: case.warm(runner, 1)),
                await rate(COLD, case.cold),
            )
            for _ in range(ROUNDS)
        ]
        assert not runner.one_by_one, runner.one_by_one
    warm, single, cold = (statistics.median(column) for column in zip(*rates, strict=True))
    return {
        "ratio": round(warm / cold, 1),
        "ratio_one_at_a_time": round(single / cold, 1),
        "warm_per_second": round(warm, 1),
        "cold_per_second": round(cold, 2),
        "start_seconds": round(ready, 2),
    }


def lean_python(desk: Path) -> Path:
    folder = desk / "environment"
    venv.create(folder, symlinks=True)
    site = next(folder.glob("lib/python*/site-packages"))
    ours = Path(next(path for path in sys.path if path.endswith("site-packages")))
    for package in ours.iterdir():
        if package.name.partition("-")[0].partition(".")[0] in LEAN:
            (site / package.name).symlink_to(package)
    return folder / "bin" / "python"


def main() -> None:
    failing = [f"tests/test_part7.py::test_{name}" for name in ("total", "nothing", "one")]
    with tempfile.TemporaryDirectory() as place:
        desk = Path(place).resolve()
        python = lean_python(desk)
        found = {
            "small": asyncio.run(measure(Case("small", desk, python))),
            "middle": asyncio.run(measure(Case("middle", desk, python, failing))),
            "middle_whole_suite": asyncio.run(measure(Case("middle", desk, python))),
        }
    print(
        json.dumps(
            {
                "benchmark": "warm_runner",
                "ratio": min(found["small"]["ratio"], found["middle"]["ratio"]),
                "aim": "at least 20",
                "cores": CORES,
                "rounds": ROUNDS,
                **found,
            }
        )
    )


if __name__ == "__main__":
    main()
