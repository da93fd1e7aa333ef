"""Which interpreter runs a project's tests. What was chosen is always said.

The first that has what the tests need: the one in settings, else those of places.py in their order.
Where the sandbox brings a system of its own, its interpreter.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from verdigris.errors import SandboxUnavailable, SuiteUnavailable
from verdigris.sandbox.base import Limits, Sandbox, View
from verdigris.settings import Machine, Settings
from verdigris.settings.interpreter import named_python, require_program
from verdigris.suites.environments import Environment, look_at, real_program
from verdigris.suites.finding import Found
from verdigris.suites.node_program import choose
from verdigris.suites.places import has_own, pythons

# Isolated mode: nothing of the project is imported by asking.
_PROBE = "import json, sys, {module}; print(json.dumps(sys.executable))"
_LIMITS = Limits(
    wall_seconds=30, cpu_seconds=30, memory_mb=2048, processes=64, open_files=1024, output_kb=64
)
_CHOSEN = "settings"
SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


@dataclass(frozen=True)
class Interpreter:
    path: Path
    origin: str
    environment: Environment = Environment()


async def interpreter_for(
    found: Found, project: Path, settings: Settings, machine: Machine, sandbox: Sandbox
) -> Interpreter:
    """Return the interpreter that a command needs. Raises SuiteUnavailable if there is none."""
    if found.runner == "node":
        if sandbox.python is None:  # an image has a Node of its own, or none
            choose(project, found.command, machine, typed=found.typed).require()
        return Interpreter(Path("/usr/bin/python3"), "no Python needed")
    # A command of another kind may start pytest by ways we do not see. The project's own
    # environment is the right one all the same.
    by_hand = found.runner == "command" and ("pytest" in found.command or not has_own(project))
    needs = "pytest" if found.runner == "pytest" or by_hand else "unittest"
    return await find_interpreter(project, settings, machine, sandbox, needs=needs)


async def find_interpreter(
    project: Path, settings: Settings, machine: Machine, sandbox: Sandbox, needs: str = "pytest"
) -> Interpreter:
    """Return the first interpreter that has a module. Raises SuiteUnavailable if none does."""
    asked = []
    for candidate, origin in _candidates(project, settings, machine, sandbox):
        if found := await _with(needs, candidate, origin, project, machine, sandbox):
            return found
        if origin == _CHOSEN and not await _with(
            "sys", candidate, origin, project, machine, sandbox
        ):
            raise SuiteUnavailable(
                f"{candidate} does not run as Python.",
                hint=f"Name an interpreter that has {needs}, such as: --python .venv/bin/python",
            )
        asked.append(f"{origin} ({candidate})")
    cure = (
        f"Install {needs} into the image, or name another by --sandbox-image."
        if sandbox.python
        else f"Install {needs} into the project's environment, or name one by --python that has it."
    )
    raise SuiteUnavailable(
        f"No interpreter with {needs} was found; asked: {', '.join(asked)}.", hint=cure
    )


def _candidates(
    project: Path, settings: Settings, machine: Machine, sandbox: Sandbox
) -> Iterator[tuple[Path, str]]:
    if sandbox.python:
        yield Path(settings.suite.python or sandbox.python), "the image"
        return
    if chosen := settings.suite.python:
        # An explicit choice is not second-guessed.
        path = named_python(chosen, machine)
        require_program(path)
        yield path, _CHOSEN
        return
    yield from pythons(project, machine)


async def _with(
    module: str, candidate: Path, origin: str, project: Path, machine: Machine, sandbox: Sandbox
) -> Interpreter | None:
    """Return an interpreter if it can import a module.

    It may be a program of the project's own, so it is asked inside the sandbox.
    """
    own_system = sandbox.python is not None
    try:
        python = candidate if own_system else real_program(candidate, project)
        environment = Environment() if own_system else look_at(python, project)
    except PermissionError:
        if origin == _CHOSEN:
            raise SuiteUnavailable(
                f"What {candidate} consists of may not be read by you.",
                hint="Have its folder opened to you, or name another interpreter by --python.",
            ) from None
        return None
    with tempfile.TemporaryDirectory(prefix="verdigris-probe-") as folder:
        try:
            done = await sandbox.run(
                [str(python), "-I", "-c", _PROBE.format(module=module)],
                cwd=Path(folder).resolve(),
                env={"PATH": SYSTEM_PATH if own_system else machine.path},
                limits=_LIMITS,
                view=View(readable=environment.readable),
            )
        except SandboxUnavailable:
            if origin in (_CHOSEN, "the image"):
                raise
            return None  # its folder cannot be shown; the next one may do
    if done.exit_code != 0:
        return None
    # What it says of itself is a stranger's word: believed inside an image, where it leads nowhere.
    said = _path_in(done.output) if own_system else None
    return Interpreter(said or python, origin, environment)


def _path_in(output: str) -> Path | None:
    try:
        path = json.loads(output.strip().splitlines()[-1])
    except (ValueError, IndexError):
        return None
    return Path(path) if isinstance(path, str) and path.startswith("/") else None
