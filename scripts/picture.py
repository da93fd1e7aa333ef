"""`make picture FILE`: a real run of the first example, as an SVG for the README."""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from pathlib import Path

from rich.console import Console

from verdigris import Agent, Task
from verdigris.core.events import Event
from verdigris.settings import load
from verdigris.telemetry.terminal import Terminal

ROOT = Path(__file__).resolve().parent.parent


class Relocated:
    """Shows the project under its own name: the folder of this machine is nobody's business."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal

    async def hear(self, event: Event) -> None:
        if event.kind == "run_started":
            task = event.task.model_copy(update={"root": Path(event.task.root).name})
            event = event.model_copy(update={"task": task})
        await self._terminal.hear(event)


def main(target: Path) -> None:
    with tempfile.TemporaryDirectory() as desk:
        project = Path(desk) / "one_line"
        shutil.copytree(ROOT / "examples" / "repos" / "one_line", project)
        settings = load(flags={"paths.data": f"{desk}/data", "limits.until_green": True}).settings
        console = Console(record=True, width=100, force_terminal=False)
        result = Agent(settings, listeners=[Relocated(Terminal(console))]).run(
            Task(root=str(project))
        )
        if not result.green:
            sys.exit("the run was not green; try again")
    target.parent.mkdir(parents=True, exist_ok=True)
    picture = console.export_svg(title="verdigris fix one_line")
    # Without the web fonts: looking at the README shall not call anybody.
    target.write_text(re.sub(r"@font-face \{.*?\}", "", picture, flags=re.DOTALL), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
