"""What the loop itself costs per iteration, against one cold `pytest` run. Aim: under 5 %.

The loop's own cost is everything around the steps: graph, checkpoints, events, log and database.
It is the time of a run less the time inside its steps, divided by its iterations, with a scripted
model and a trivial suite. The baseline is `pytest` on the same project, cold, in the same minutes.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from verdigris.core.events import Event
from verdigris.core.task import Task
from verdigris.engine.runner import Options, run
from verdigris.settings import load
from verdigris.testing import ScriptedModel

ROUNDS = 7
ITERATIONS = 4


class Watch:
    """Adds up the time between a step's end and the next one's start."""

    def __init__(self) -> None:
        self.outside = 0.0
        self._left: float | None = None

    async def hear(self, event: Event) -> None:
        if event.kind == "step_started" and self._left is not None:
            self.outside += time.perf_counter() - self._left
        elif event.kind == "step_finished":
            self._left = time.perf_counter()


def main() -> None:
    with tempfile.TemporaryDirectory() as desk:
        project = Path(desk) / "project"
        project.mkdir()
        (project / "one.py").write_text("def one():\n    return 0\n")
        (project / "test_one.py").write_text(
            "from one import one\n\n\ndef test_one():\n    assert one() == 1\n"
        )
        pairs = [(overhead(project, Path(desk) / f"data{i}"), cold(project)) for i in range(ROUNDS)]
    ours = statistics.median(pair[0] for pair in pairs)
    pytest = statistics.median(pair[1] for pair in pairs)
    print(
        json.dumps(
            {
                "benchmark": "loop_overhead",
                "ratio": round(ours / pytest, 3),
                "aim": "under 0.05",
                "overhead_seconds_per_iteration": round(ours, 4),
                "cold_pytest_seconds": round(pytest, 3),
                "iterations": ITERATIONS,
                "rounds": ROUNDS,
            }
        )
    )


def overhead(project: Path, data: Path) -> float:
    answers = iter(range(2, 1000))
    model = ScriptedModel(last=lambda _: f"```python\ndef one():\n    return {next(answers)}\n```")
    flags = {
        "paths.data": str(data), "limits.max_iters": ITERATIONS, "limits.until_green": True,
        "models.samples": 1, "checks.ruff_cmd": "true", "checks.bandit_cmd": "true",
    }  # fmt: skip
    settings = load(flags=flags, environ={}).settings
    watch = Watch()
    options = Options(listeners=(watch,), models={"fast": model, "strong": model})
    task = Task(root=str(project), test_cmd=f"{sys.executable} -m pytest -q")
    result = asyncio.run(run(task, settings, options))
    return watch.outside / result.iterations


def cold(project: Path) -> float:
    started = time.perf_counter()
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    subprocess.run(command, cwd=project, check=False, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
