"""The process that serves one local model: llama.cpp's server, kept alive while it is used.

Run as `python -m verdigris.models.local.engine`; `client.py` does so. It listens on loopback with
an OpenAI-compatible API, decodes several answers at once, keeps the prefix of earlier prompts, and
stops by itself when nobody has asked for a while or when it is told to by SIGTERM.

It reads no settings and knows nothing of Verdigris beyond its folder (`state.py`).
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import signal
import threading
from http.client import HTTPException
from pathlib import Path
from urllib.error import HTTPError

from verdigris.models.local.locks import try_lock
from verdigris.models.local.serving import Serving, get, serve
from verdigris.models.local.state import (
    EngineSpec,
    EngineState,
    beat,
    idle_seconds,
    process_start,
    read_state,
    state_file,
    write_state,
)

OTHER_ENGINE = 75
"""Exit status when another engine of the same folder lives: not a fault, only too late."""
MOST_BYTES = 16 << 20
"""What a server says of its slots may hold their prompts."""


def main() -> int:
    spec, folder, idle_limit = _arguments()
    alive = try_lock(folder / "alive")
    if alive is None:
        return OTHER_ENGINE
    # Until the model is loaded, which takes seconds inside one native call, SIGTERM simply kills.
    key = secrets.token_urlsafe(24)
    serving = serve(spec, key)
    stop = threading.Event()
    # The last one comes when the program that serves has ended.
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGCHLD):
        signal.signal(number, lambda *_: stop.set())
    state = EngineState(
        pid=os.getpid(),
        started=process_start(os.getpid()) or "",
        url=serving.url,
        model=str(spec.model),
        name=spec.name,
        key=key,
    )
    beat(folder)
    write_state(folder, state)
    _watch(folder, state, idle_limit, stop, serving)
    if read_state(folder) == state:
        state_file(folder).unlink(missing_ok=True)
    serving.end()
    # The server's threads cannot be joined while a request is running; there is nothing to save.
    os._exit(0)


def _arguments() -> tuple[EngineSpec, Path, float]:
    parser = argparse.ArgumentParser(prog="verdigris.models.local.engine")
    parser.add_argument("--spec", type=EngineSpec.model_validate_json, required=True)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--idle", type=float, required=True)
    given = parser.parse_args()
    return given.spec, given.folder, given.idle


def arguments(spec: EngineSpec, folder: Path, idle_limit: float) -> list[str]:
    """Return the command line that `main` understands."""
    return [f"--spec={spec.model_dump_json()}", f"--folder={folder}", f"--idle={idle_limit}"]


def _watch(
    folder: Path, state: EngineState, idle_limit: float, stop: threading.Event, serving: Serving
) -> None:
    """Return when the engine should stop, or when the program that serves has ended."""
    while not stop.wait(min(1.0, idle_limit / 4)) and serving.alive:
        if read_state(folder) != state:
            if not _busy(state):
                return  # nobody can find this engine any more
        elif idle_seconds(folder) >= idle_limit:
            if _busy(state):
                beat(folder)
            elif _retire(folder, state, idle_limit):
                return


def _retire(folder: Path, state: EngineState, idle_limit: float) -> bool:
    """Withdraw the address, then look once more whether somebody came meanwhile.

    A client does it the other way round, heartbeat first and then the address, so one of the two
    always notices the other.
    """
    state_file(folder).unlink(missing_ok=True)
    if idle_seconds(folder) >= idle_limit:
        return True
    write_state(folder, state)
    return False


def _busy(state: EngineState) -> bool:
    """Tell whether somebody is being answered; where the server does not say, heartbeats do."""
    try:
        with get(f"{state.url}/slots", state.key) as answer:
            slots = json.loads(answer.read(MOST_BYTES))
        return any(slot["is_processing"] for slot in slots)
    except HTTPError:
        return False  # a program that has no such address
    except (OSError, HTTPException):
        return True  # the server answers between two batches only, and a long prompt takes a while
    except (ValueError, TypeError, KeyError, RecursionError):
        return False  # it said something else


if __name__ == "__main__":
    raise SystemExit(main())
