"""What each sandbox adds to starting a process: the ratio of medians to a bare subprocess.

Aim: bubblewrap under 3 for the smallest program there is, and under 1.2 for a run of pytest. Docker
and podman are measured where an engine answers and `--image NAME` names an image with python3.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from verdigris.errors import SandboxUnavailable
from verdigris.sandbox.base import Limits, Sandbox, View
from verdigris.sandbox.pick import BACKENDS, open_backend
from verdigris.settings import Machine, SandboxSettings, Settings
from verdigris.suites.environments import look_at

ROUNDS = 15
LIMITS = Limits(wall_seconds=60, cpu_seconds=60, memory_mb=2048, open_files=1024)
ENV = {"PATH": "/usr/bin:/bin", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
TESTS = (
    "import pytest\n\n@pytest.mark.parametrize('n', range(50))\ndef test_n(n):\n    assert n >= 0\n"
)
Timed = Callable[[], Awaitable[object]]


def bare(command: list[str], cwd: Path) -> Timed:
    async def run() -> None:
        process = await asyncio.create_subprocess_exec(
            *command, cwd=cwd, env=ENV, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        await process.communicate()
        assert process.returncode == 0, command

    return run


def inside(sandbox: Sandbox, command: list[str], cwd: Path, view: View) -> Timed:
    async def run() -> None:
        done = await sandbox.run(command, cwd=cwd, env=ENV, limits=LIMITS, view=view)
        assert done.exit_code == 0, done

    return run


async def medians(contestants: dict[str, Timed]) -> dict[str, float]:
    """Measure in turns, so that a noisy neighbour disturbs all alike."""
    seconds: dict[str, list[float]] = {name: [] for name in contestants}
    for i in range(ROUNDS + 1):
        for name, run in contestants.items():
            started = time.perf_counter()
            await run()
            if i:  # once for the disk's sake
                seconds[name].append(time.perf_counter() - started)
    return {name: statistics.median(times) for name, times in seconds.items()}


async def sandboxes(image: str | None) -> dict[str, Sandbox]:
    settings = Settings(sandbox=SandboxSettings(image=image))
    found: dict[str, Sandbox] = {}
    for backend in BACKENDS:
        try:
            found[backend] = await open_backend(backend, settings, Machine.current())
        except SandboxUnavailable:
            continue
    return found


def ratios(measured: dict[str, float]) -> dict[str, float]:
    return {
        name: round(seconds / measured["bare"], 2)
        for name, seconds in measured.items()
        if name != "bare"
    }


async def main(image: str | None) -> None:
    here = await sandboxes(image)
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder).resolve()
        (tree / "test_n.py").write_text(TESTS)
        small = ["python3", "-c", "pass"]
        spawn = {"bare": bare(small, tree)}
        spawn |= {name: inside(one, small, tree, View()) for name, one in here.items()}
        # The tests' own interpreter: an image would have another, which is not the sandbox's doing.
        suite = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
        view = View(readable=look_at(Path(sys.executable), tree).readable)
        run = {"bare": bare(suite, tree)}
        run |= {
            name: inside(one, suite, tree, view) for name, one in here.items() if one.python is None
        }
        spawned, ran = await medians(spawn), await medians(run)
    print(
        json.dumps(
            {
                "benchmark": "sandbox",
                "spawn_ratio": ratios(spawned),
                "pytest_ratio": ratios(ran),
                "aim": "bubblewrap: spawn under 3, pytest under 1.2",
                "bare_spawn_seconds": round(spawned["bare"], 4),
                "bare_pytest_seconds": round(ran["bare"], 3),
                "rounds": ROUNDS,
            }
        )
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--image")
    asyncio.run(main(parser.parse_args().image))
