"""Another agent at the same task: its command runs in the project's folder, and ends or is ended.

Nothing it prints is believed. Exit status 0 is its claim of success, which the judge then checks.
The command is split into words before anything is filled in, so no goal can add words to it. It
runs as the user who started the eval, not in a sandbox: it is a program of theirs. What it leaves
running is ended before anything is judged.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shlex
import shutil
import signal
from dataclasses import dataclass, field
from pathlib import Path

from verdigris.core.text import decode, mask
from verdigris.errors import MissingError, UserError
from verdigris.evals.entrants.ending import descendants, end_descendants
from verdigris.evals.entrants.watching import Watch
from verdigris.evals.outcome import Told
from verdigris.evals.plan import program_of
from verdigris.evals.tasks.reading import EvalTask
from verdigris.models.resolve import model_name
from verdigris.settings import Machine, Settings

_FIELDS = ("repo", "goal", "model_url", "model", "model_key", "test_cmd")
_PRINTED = 200_000


def words_of(command: str, fields: dict[str, str]) -> list[str]:
    """Return the words of a command, filled in. Raises UserError for one that cannot be read."""
    try:
        words = shlex.split(command)
        filled = [word.format_map(fields) for word in words]
    except (ValueError, KeyError, IndexError, AttributeError) as error:
        known = ", ".join(f"{{{name}}}" for name in _FIELDS)
        raise UserError(
            f"The command of the agent cannot be read: {error}.",
            hint=f"It may hold {known}; write {{{{ and }}}} for braces.",
        ) from None
    if not filled:
        raise UserError("The command of the agent is empty.")
    return filled


def require_agent(command: str) -> None:
    """Raise UserError or MissingError for a command that no job could start, or that may not be
    written down: what was asked of an eval is kept with its results.
    """
    words_of(command, dict.fromkeys(_FIELDS, "x"))
    if mask(command) != command:
        raise UserError(
            "The command of the agent holds what looks like a key, and is kept with the results.",
            hint="Leave it out: the agent has the variables of your shell, or start a script.",
        )
    program = program_of(command)
    inside = "/" in program and not program.startswith("/")  # a program of the project's own
    path = Machine.current().path
    if not inside and "{" not in program and not shutil.which(program, path=path):
        raise _missing(program, "it is not found")


async def other_agent(
    command: str, task: EvalTask, project: Path, settings: Settings, watch: Watch
) -> Told:
    """Run another agent on a project. Raises MissingError when its program is not there."""
    where = await endpoint(settings) if "{model" in command else Endpoint()
    fields = {"repo": str(project), "goal": task.goal, "model_url": where.url,
              "model": where.model, "model_key": where.key,
              "test_cmd": command_of_tests(task, settings.suite.python)}  # fmt: skip
    words = words_of(command, fields)
    before = descendants(os.getpid())  # the engine of the model, which stays
    try:
        status, printed = await _run(words, project, settings.limits.max_seconds)
    finally:
        over = await asyncio.to_thread(end_descendants, os.getpid(), before)
    if not over:
        raise UserError(f"Processes of '{words[0]}' cannot be ended, so nothing can be judged.")
    watch.note(f"{words[0]} ended with {_said(status)}", printed)
    return Told(
        counted=False,
        claimed=status == 0,
        status="finished" if status is not None else "timeout",
        reason=f"the agent {_said(status)}",
        iterations=1,
    )


def command_of_tests(task: EvalTask, python: str | None) -> str:
    """Return how tests are run that an agent can see, so that it works as it stands: by the Python
    of the eval, and with the folder that packages may be in. What an agent builds may have tests
    of its own.
    """
    usual = "python -m pytest" if task.language == "python" else "node --test"
    command = usual if task.starts_empty else task.test_cmd or usual
    program, _, rest = command.partition(" ")
    if python and program == "python":
        command = f"{shlex.quote(python)} {rest}"
    if task.language == "python" and (task.repo / "src").is_dir():
        command = f"env PYTHONPATH=src {command}"
    return command


@dataclass(frozen=True)
class Endpoint:
    """Where other programs find a model; no address for a provider that they know by name."""

    url: str = ""
    model: str = ""
    key: str = field(default="", repr=False)
    """Of the local engine only: keys of providers are in the environment that agents inherit."""


async def endpoint(settings: Settings) -> Endpoint:
    """Return where the model of an eval is. Raises ModelUnavailable when there is none."""
    name = model_name("fast", settings)
    kind, _, rest = name.partition(":")
    if kind == "openai-compatible":
        url, _, model = rest.partition("#")
        return Endpoint(url, model)
    if kind == "ollama":
        return Endpoint(settings.providers.ollama_url, rest)
    if kind == "local":
        from verdigris.models.local.client import ensure_engine

        engine = await ensure_engine(settings, name)
        return Endpoint(f"{engine.url.rstrip('/')}/v1", rest, engine.key)
    return Endpoint(model=rest)


async def _run(words: list[str], project: Path, seconds: float | None) -> tuple[int | None, str]:
    """Return the exit status, None where its time was up, and what was printed."""
    try:
        process = await asyncio.create_subprocess_exec(
            *words,
            cwd=project,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            process_group=0,  # of its own, within the session of the job
        )
    except OSError as error:
        raise _missing(words[0], error.strerror or "unknown") from None
    assert process.stdout is not None
    reading = asyncio.create_task(_read(process.stdout))
    try:
        status: int | None = await asyncio.wait_for(process.wait(), seconds)
    except TimeoutError:
        status = None
    finally:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(asyncio.shield(reading), 5)
    reading.cancel()
    return status, "" if not reading.done() or reading.cancelled() else reading.result()


def _missing(program: str, why: str) -> MissingError:
    return MissingError(
        f"The agent's program '{program}' cannot be started: {why}.",
        hint="Install it, or name it by its path.",
    )


async def _read(stream: asyncio.StreamReader) -> str:
    """Read to the end and keep the tail: what an agent concludes comes last."""
    kept = b""
    while block := await stream.read(65_536):
        kept = (kept + block)[-_PRINTED:]
    return decode(kept)[0]


def _said(status: int | None) -> str:
    return "ran out of time" if status is None else f"exit status {status}"
