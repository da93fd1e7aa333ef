"""The Sandbox seam: run a command in a folder, under limits, and learn what ended it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, Protocol

from verdigris.core.value import Value

EndedBy = Literal["exit", "signal", "wall", "cpu", "output"]


class Limits(Value):
    wall_seconds: float = 10.0
    cpu_seconds: int = 5
    memory_mb: int = 256
    file_mb: int = 10
    output_kb: int = 1024


class Completed(Value):
    exit_code: int | None
    """None when a limit or a signal ended it."""
    ended_by: EndedBy
    output: str
    """Standard output and error as they came, cut in the middle."""
    message: str = ""
    """What ended it, in one sentence; empty when it exited by itself."""
    seconds: float = 0.0


class Sandbox(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def isolates(self) -> bool:
        """Whether a hostile command is kept from this machine, or merely limited."""
        ...

    async def run(
        self, command: Sequence[str], *, cwd: Path, env: Mapping[str, str], limits: Limits
    ) -> Completed:
        """Run `command` with exactly the variables of `env`.

        Raises SandboxUnavailable when it cannot be started at all. When the caller is cancelled,
        the command and its process group are killed before the cancellation goes on.
        """
        ...
