"""The files of an engine, and whether the process they speak of is still the same one.

Every way of serving a model (`EngineSpec`) has a folder of its own, so runs with different models
do not stop each other's engines:

state.json  written once the engine answers, removed when it stops
heartbeat   touched by clients around each request; its age is the idle time
alive       locked by the engine as long as it lives
start       locked by a client while it starts the engine
engine.log  what the engine printed since its last start

Engine and clients meet here and nowhere else.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import time
from contextlib import suppress
from functools import partial
from pathlib import Path

from pydantic import ConfigDict, Field

from verdigris.core.value import Value
from verdigris.models.local.tuning import Tuning
from verdigris.settings import Settings

FORMAT = 2
"""Raised when the engine is started or spoken to in another way; older engines are replaced."""


class EngineSpec(Value):
    """What makes two engines the same: clients that ask for the same share one."""

    model: Path
    name: str
    context_tokens: int
    slots: int
    threads: int
    server: str = ""
    """The `llama-server` program; empty for the engine that is installed as a package."""
    loras: tuple[Path, ...] = ()
    tuning: Tuning = Tuning()

    def folder(self, settings: Settings) -> Path:
        facts = self.model_dump_json()
        for file in (self.model, *self.loras):
            stat = file.stat()  # another file under the same name is another model
            facts += f"\0{stat.st_size}\0{stat.st_mtime_ns}"
        digest = hashlib.sha256(facts.encode()).hexdigest()[:10]
        return engines_dir(settings) / f"{self.name}-{digest}"


class EngineState(Value):
    """Who serves what, where. `started` tells a process from a later one with the same pid."""

    model_config = ConfigDict(frozen=True, extra="ignore")  # a later version may say more

    pid: int = Field(gt=0)
    started: str
    url: str
    model: str
    name: str
    key: str = ""
    """Sent with each question: other users of this machine reach the port as well."""
    version: int = FORMAT

    @property
    def alive(self) -> bool:
        return bool(self.started) and process_start(self.pid) == self.started


def engines_dir(settings: Settings) -> Path:
    return settings.paths.cache.absolute() / "engine"


def state_file(folder: Path) -> Path:
    return folder / "state.json"


def read_state(folder: Path) -> EngineState | None:
    """Return what the state file says, or None when there is none that can be read."""
    try:
        return EngineState.model_validate_json(state_file(folder).read_bytes())
    except (OSError, ValueError):
        return None


def write_state(folder: Path, state: EngineState) -> None:
    draft = folder / f"state.{state.pid}.tmp"
    draft.unlink(missing_ok=True)  # whoever left it may have let others read it
    # Nobody else may read the key, whatever the folder allows.
    with open(draft, "x", encoding="utf-8", opener=partial(os.open, mode=0o600)) as file:
        file.write(state.model_dump_json(indent=1))
    draft.replace(state_file(folder))


def beat(folder: Path) -> None:
    """Say that the engine is in use. A folder that is gone is not an error: so is its engine."""
    with suppress(FileNotFoundError):
        (folder / "heartbeat").touch()


def idle_seconds(folder: Path) -> float:
    """Return how long ago the last client was here; endless when nobody can come any more."""
    try:
        return max(0.0, time.time() - (folder / "heartbeat").stat().st_mtime)
    except OSError:
        return float("inf")


def process_start(pid: int) -> str | None:
    """Return a mark of when a process started, or None when there is no such running process."""
    if Path("/proc/self/stat").exists():
        try:
            stat = Path(f"/proc/{pid}/stat").read_text("utf-8", errors="replace")
        except OSError:
            return None
        # The name, in brackets, may hold anything; the state and 19 fields later the start follow.
        fields = stat.rpartition(")")[2].split()
        return None if len(fields) < 20 or fields[0] in ("Z", "X") else fields[19]
    answer = subprocess.run(
        ["ps", "-o", "stat=,lstart=", "-p", str(pid)], capture_output=True, text=True, check=False
    )
    state, _, started = answer.stdout.strip().partition(" ")
    return None if not state or state.startswith("Z") else started.strip()
