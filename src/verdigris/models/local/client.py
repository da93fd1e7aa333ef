"""Find the engine of a local model, start it when there is none, and stop it.

Engines are shared by every run of this user on this machine. What one is made of is `engine.py`;
asking it questions is `model.py`.
"""

from __future__ import annotations

import asyncio
import atexit
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import httpx

from verdigris.errors import ModelUnavailable
from verdigris.models.local.engine import OTHER_ENGINE, arguments
from verdigris.models.local.engines import engine_spec
from verdigris.models.local.locks import locked, try_lock
from verdigris.models.local.state import (
    FORMAT,
    EngineSpec,
    EngineState,
    beat,
    engines_dir,
    read_state,
    state_file,
)
from verdigris.settings import Settings

START_SECONDS = 300.0
"""A model much larger than ours, read from a slow disk, still starts within this."""
STOP_SECONDS = 10.0
POLL_SECONDS = 0.05
LOG_LINES = 8

_children: list[subprocess.Popen[bytes]] = []


@atexit.register
def _let_go() -> None:
    """Engines outlive us on purpose; Python would warn of each that it thinks we forgot."""
    for child in _children:
        if child.poll() is None:
            child.returncode = 0


@dataclass(frozen=True)
class EngineInfo:
    """Where a running engine is. Clients of the OpenAI API take `url + "/v1"` and the key."""

    url: str
    model_name: str
    pid: int
    folder: Path
    key: str


async def ensure_engine(settings: Settings, name: str) -> EngineInfo:
    """Return the engine that serves `name`, started now if none does.

    Raises ModelUnavailable with the cure when the model is not pulled, no engine is installed or
    it does not start; UserError when there is no such model or its file is damaged.
    """
    return await ensure(settings, engine_spec(settings, name))


async def ensure(settings: Settings, spec: EngineSpec) -> EngineInfo:
    """Return the engine that serves in exactly this way, started now if there is none."""
    folder = spec.folder(settings)
    if found := _running(folder, spec):
        return found
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    async with locked(folder / "start"):
        if found := _running(folder, spec):
            return found
        await _clear(folder)
        return await _start(settings, spec, folder)


def touch(info: EngineInfo) -> None:
    """Keep the engine awake; called before and after each request."""
    beat(info.folder)


def engine_status(settings: Settings) -> list[EngineState]:
    """List the engines that are running now."""
    states = (read_state(folder) for folder in _folders(settings))
    return [state for state in states if state is not None and state.alive]


async def stop_engine(
    settings: Settings, model: Path | None = None, folder: Path | None = None
) -> list[EngineState]:
    """Stop every engine, or those of one model file or folder; return the ones that ran."""
    stopped = []
    for place in _folders(settings):
        if folder not in (None, place):
            continue
        async with locked(place / "start"):  # one that is starting is stopped as well
            state = read_state(place)
            if state is None or (model is not None and state.model != str(model)):
                continue
            if state.alive:
                stopped.append(state)
            await _clear(place)
    return stopped


def _folders(settings: Settings) -> list[Path]:
    return sorted(path.parent for path in engines_dir(settings).glob("*/start"))


def _running(folder: Path, spec: EngineSpec) -> EngineInfo | None:
    # The heartbeat comes before the look: an engine that is about to stop then sees us in time.
    beat(folder)
    state = read_state(folder)
    if state is None or not state.alive:
        return None
    if state.version != FORMAT or state.model != str(spec.model):
        return None
    return EngineInfo(state.url, state.name, state.pid, folder, state.key)


async def _clear(folder: Path) -> None:
    """Remove a state file that is of no use, after stopping the engine behind it, if any."""
    state = read_state(folder)
    if state is not None and state.alive:
        with suppress(ProcessLookupError):
            os.kill(state.pid, signal.SIGTERM)
        deadline = time.monotonic() + STOP_SECONDS
        while state.alive:
            if time.monotonic() > deadline:
                with suppress(ProcessLookupError):
                    os.kill(state.pid, signal.SIGKILL)
                deadline = float("inf")
            await asyncio.sleep(POLL_SECONDS)
    state_file(folder).unlink(missing_ok=True)


async def _start(settings: Settings, spec: EngineSpec, folder: Path) -> EngineInfo:
    process = _spawn(settings, spec, folder)
    deadline = time.monotonic() + START_SECONDS
    try:
        while time.monotonic() < deadline:
            # Any engine of this folder will do: a client killed while starting left one behind.
            if (found := _running(folder, spec)) and await _healthy(found.url):
                return found
            status = process.poll()
            if status == OTHER_ENGINE:
                if (free := try_lock(folder / "alive")) is not None:
                    free.close()
                    process = _spawn(settings, spec, folder)
            elif status == 0:  # idle for its limit before we, on a busy machine, came to look
                process = _spawn(settings, spec, folder)
            elif status is not None:
                raise _start_error(spec, folder, status)
            await asyncio.sleep(POLL_SECONDS)
    except BaseException:
        process.terminate()
        raise
    process.terminate()
    raise ModelUnavailable(
        f"The engine for {spec.name} did not get ready within {START_SECONDS:.0f} seconds.",
        hint=f"Its log is {folder / 'engine.log'}.",
    )


def _spawn(settings: Settings, spec: EngineSpec, folder: Path) -> subprocess.Popen[bytes]:
    # `-P` and the folder: nothing is imported from the project this process stands in. A session
    # of its own: Ctrl+C in our terminal is not meant for the engine other runs are using.
    command = [sys.executable, "-P", "-m", "verdigris.models.local.engine"]
    with (folder / "engine.log").open("ab") as log:
        log.truncate(0)
        process = subprocess.Popen(
            [*command, *arguments(spec, folder, settings.local.idle_seconds)],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    _children.append(process)
    return process


async def _healthy(url: str) -> bool:
    try:
        async with httpx.AsyncClient(timeout=5, trust_env=False) as http:
            return (await http.get(f"{url}/health")).is_success
    except httpx.HTTPError:
        return False


def _start_error(spec: EngineSpec, folder: Path, status: int) -> ModelUnavailable:
    if status in (-signal.SIGILL, 128 + signal.SIGILL):
        return ModelUnavailable(
            "The engine for local models was built for a newer processor than this one.",
            hint="Build it here: pip install --force-reinstall --no-binary xllamacpp xllamacpp, "
            "or set local.server to a llama-server that runs on this machine.",
        )
    log = folder / "engine.log"
    lines = log.read_text("utf-8", errors="replace").strip().splitlines()
    said = "\n".join(f"  {line}" for line in lines[-LOG_LINES:]) or "  (it printed nothing)"
    how = f"by {signal.Signals(-status).name}" if status < 0 else f"with status {status}"
    return ModelUnavailable(
        f"The engine for {spec.name} ended {how} while it was starting; it said:\n{said}",
        hint=f"The whole log is {log}. Is the model of a kind this engine knows, and is there "
        "enough memory?",
    )
