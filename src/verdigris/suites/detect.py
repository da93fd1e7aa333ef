"""Which interpreter and which command run a project's tests. What was chosen is always said.

Interpreter, first that has pytest: the one in settings, the project's own `.venv`/`venv`/`env`, the
active virtual environment, `python3` on the PATH, and last the one Verdigris runs with.
"""

from __future__ import annotations

import asyncio
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from verdigris.errors import SuiteUnavailable
from verdigris.settings import Machine, Settings

# Isolated mode: nothing of the project is imported by asking.
_PROBE = "import sys, pytest; print(sys.executable)"


@dataclass(frozen=True)
class Interpreter:
    path: Path
    origin: str


async def find_interpreter(project: Path, settings: Settings, machine: Machine) -> Interpreter:
    """Return the first interpreter that can run pytest. Raises SuiteUnavailable if none can."""
    asked = []
    for candidate, origin in _candidates(project, settings, machine):
        if real := await _with_pytest(candidate, machine):
            return Interpreter(real, origin)
        asked.append(f"{origin} ({candidate})")
        if settings.suite.python:
            break  # an explicit choice is not second-guessed
    raise SuiteUnavailable(
        f"No interpreter with pytest was found; asked: {', '.join(asked)}.",
        hint="Install pytest into the project's environment, or name one that has it by --python.",
    )


def _candidates(project: Path, settings: Settings, machine: Machine) -> Iterator[tuple[Path, str]]:
    if chosen := settings.suite.python:
        path = Path(chosen).expanduser()
        named = shutil.which(chosen, path=machine.path) if path.name == chosen else None
        yield Path(named) if named else path.absolute(), "settings"
        return
    for name in (".venv", "venv", "env"):
        if (path := project / name / "bin" / "python").exists():
            yield path, f"the project's {name}"
    if machine.virtual_env:
        yield Path(machine.virtual_env) / "bin" / "python", "the active environment"
    if found := shutil.which("python3", path=machine.path):
        yield Path(found), "python3 on the PATH"
    yield Path(sys.executable), "Verdigris' own environment"


async def _with_pytest(python: Path, machine: Machine) -> Path | None:
    """Return the real path of an interpreter that can import pytest (a shim names another).

    It may be a program of the project's own, so it sees none of our variables.
    """
    try:
        process = await asyncio.create_subprocess_exec(
            str(python), "-I", "-c", _PROBE,
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL, cwd="/",
            env={"PATH": machine.path, "HOME": machine.home},
        )  # fmt: skip
        output, _ = await asyncio.wait_for(process.communicate(), 30)
    except (OSError, TimeoutError):
        return None
    path = output.decode("utf-8", "replace").strip()
    return Path(path) if process.returncode == 0 and path else None
