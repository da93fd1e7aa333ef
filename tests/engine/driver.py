"""Runs one fix in a process of its own, which can be told to kill itself at an exact instant.

Called as `python driver.py PROJECT DATA [MOMENT ITERATION STEP]`; goes on with the only run in DATA
if there is one. MOMENT: `started`, `finished` (before the checkpoint) or `saved` (right after it).
The answers depend only on what is asked, so they are the same after a resume.
"""

import asyncio
import os
import signal
import sys
from pathlib import Path

from verdigris.core.events import Event, StepFinished, StepStarted
from verdigris.core.task import Task
from verdigris.engine.runner import run
from verdigris.engine.sitting import Options
from verdigris.settings import load
from verdigris.testing import ScriptedModel

ANSWERS = {
    "which function should change": "The function `total` adds wrongly.",
    "Answer with three short lines": "ROOT CAUSE: a sign\nLESSON: look at both\nNEXT: mean",
    "The bug is in `mean`": "```\ndef mean(values):\n    return total(values) / len(values)\n```",
    "The bug is in `total`": "```python\ndef total(values):\n    return sum(values)\n```",
}
TEST_CMD = "PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 python -m pytest -q"


class Killer:
    def __init__(self, moment: str, iteration: int, step: str) -> None:
        self.wanted = (moment, iteration, step)
        self.iteration = 0

    async def hear(self, event: Event) -> None:
        self.iteration = event.iteration
        if isinstance(event, StepStarted):
            self.strike("started", event.step)
        elif isinstance(event, StepFinished):
            self.strike("finished", event.step)

    def saved(self, step: str) -> None:
        self.strike("saved", step)

    def strike(self, moment: str, step: str) -> None:
        if self.wanted == (moment, self.iteration, step):
            os.kill(os.getpid(), signal.SIGKILL)


def main() -> None:
    project, data, *when = sys.argv[1:]
    settings = load(
        flags={
            "paths.data": data,
            "cascade.tiers": ("recall", "fast", "strong"),
            "suite.observe_seconds": 0,
            "checks.ruff_cmd": "true",
            "checks.bandit_cmd": "true",
            "models.samples": 1,
            "suite.python": sys.executable,
        },
        environ={},
    ).settings
    killer = Killer(when[0], int(when[1]), when[2]) if when else Killer("", 0, "")
    runs = sorted((Path(data) / "runs").glob("*/checkpoints.db"))
    model = ScriptedModel(when=ANSWERS)
    options = Options(
        resume=runs[0].parent.name if runs else "",
        listeners=(killer,),
        models={"fast": model, "strong": model},
        on_checkpoint=killer.saved,
    )
    result = asyncio.run(run(Task(root=project, test_cmd=TEST_CMD), settings, options))
    sys.stdout.write(result.model_dump_json())


if __name__ == "__main__":
    main()
