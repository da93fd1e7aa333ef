"""What the loop itself costs per iteration, against one cold `pytest` run. Aim: under 5 %.

The loop's own cost is everything around the steps: graph, checkpoints, events, log and database.
It is the time from the first step's start to the last one's end, less the time inside the steps,
divided by the iterations, with a scripted model and a trivial suite. The baseline is a bare
`pytest` (no third-party plugins) on the same project, cold, in the same minutes.
"""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from verdigris.core.events import Event
from verdigris.core.task import Task
from verdigris.engine.runner import run
from verdigris.engine.sitting import Options
from verdigris.settings import load
from verdigris.testing import ScriptedModel

ROUNDS = 7
ITERATIONS = 4


class Watch:
    """Takes the time of the whole walk and of what happens inside its steps."""

    def __init__(self) -> None:
        self.begun = 0.0
        self.ended = 0.0
        self.inside = 0.0

    async def hear(self, event: Event) -> None:
        if event.kind == "step_started":
            self.begun = self.begun or time.perf_counter()
        elif event.kind == "step_finished":
            self.ended = time.perf_counter()
            self.inside += event.seconds


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
    task = Task(root=str(project), test_cmd="PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 python -m pytest -q")
    result = asyncio.run(run(task, settings, options))
    return (watch.ended - watch.begun - watch.inside) / result.iterations


def cold(project: Path) -> float:
    started = time.perf_counter()
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    bare = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    subprocess.run(command, cwd=project, env=bare, check=False, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
