"""The shipped fake of the Sandbox seam: a function of the command decides how it ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from verdigris.sandbox.base import Completed, Limits, View


class ScriptedSandbox:
    name = "scripted"
    isolates = True
    python = None

    def __init__(self, judge: Callable[[Sequence[str], Path], Completed]) -> None:
        self._judge = judge

    async def run(
        self,
        command: Sequence[str],
        *,
        cwd: Path,
        env: Mapping[str, str],
        limits: Limits,
        view: View = View(),
    ) -> Completed:
        return self._judge(command, cwd)
