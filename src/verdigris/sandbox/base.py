"""The Sandbox seam: run a command in a folder, under limits, and learn what ended it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, Protocol

from verdigris.core.value import Value

EndedBy = Literal[
    "exit", "signal", "wall", "cpu", "memory", "file", "disk", "processes", "descriptors", "output",
]  # fmt: skip


class Limits(Value):
    """What one command may use. The defaults are the profile for a snippet."""

    wall_seconds: float = 10.0
    cpu_seconds: int = 5
    memory_mb: int = 256
    file_mb: int = 10
    """The largest single file."""
    disk_mb: int = 64
    """Everything written, added up."""
    processes: int = 64
    open_files: int = 256
    output_kb: int = 1024


SNIPPET = Limits()


class View(Value):
    """What a command sees beside the system and its working folder."""

    readable: tuple[Path, ...] = ()
    """Shown at the same place, not writable; one that does not exist is left out."""
    kept: tuple[Path, ...] = ()
    """Files and folders that are writable and stay; they must exist."""


class Resources(Value):
    """What a command used, as far as the system tells."""

    cpu_seconds: float = 0.0
    memory_mb: float | None = None
    """At its peak."""
    disk_mb: float | None = None
    """Written at its peak."""


class Completed(Value):
    exit_code: int | None
    """None when it was killed, by a limit or a signal."""
    ended_by: EndedBy
    output: str
    """Standard output and error as they came, cut in the middle."""
    message: str = ""
    """The limit or signal that ended it, in words; empty when nothing of the kind did."""
    seconds: float = 0.0
    used: Resources = Resources()


class Sandbox(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def isolates(self) -> bool:
        """Whether a hostile command is kept from this machine, or merely limited."""
        ...

    @property
    def python(self) -> str | None:
        """The interpreter to use, where the sandbox brings a system of its own.

        None where it shows the programs of this machine.
        """
        ...

    async def run(
        self,
        command: Sequence[str],
        *,
        cwd: Path,
        env: Mapping[str, str],
        limits: Limits,
        view: View = View(),
    ) -> Completed:
        """Run `command` with the variables of `env`, an empty HOME and an empty TMPDIR.

        A command that is not there exits with 127, as in a shell; PWD may be set.
        `cwd` is writable; what is written there may or may not be there afterwards. Where the
        sandbox isolates, the command sees the system's programs, `cwd` and `view`, read-only but
        for `cwd`, `view.kept` and the temporary folder, and nothing else of this machine.

        Raises SandboxUnavailable when it cannot be started at all. However it ends, also by
        cancellation or because this process is killed, every descendant is dead and nothing is
        left behind.
        """
        ...
