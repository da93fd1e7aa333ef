"""The process that serves one local model: llama.cpp's own server, kept alive while it is used.

Run as `python -m verdigris.models.local.engine`; `client.py` does so. It listens on loopback with
an OpenAI-compatible API, decodes several answers at once, keeps the prefix of earlier prompts, and
stops by itself when nobody has asked for a while or when it is told to by SIGTERM.

It reads no settings and knows nothing of Verdigris beyond its folder (`state.py`).
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import threading
import urllib.request
from pathlib import Path
from typing import Any

from verdigris.models.local.locks import try_lock
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
BATCH_TOKENS = 512
"""Prompts are read in such pieces; between two of them others get their turn. Upstream: 2048."""
PROMPT_CACHE_MIB = 512
"""Memory for prefixes of earlier prompts beside those still in a slot; upstream takes 8 GiB."""


def main() -> int:
    spec, folder, idle_limit = _arguments()
    alive = try_lock(folder / "alive")
    if alive is None:
        return OTHER_ENGINE
    # Until the model is loaded, which takes seconds inside one native call, SIGTERM simply kills.
    server = _serve(spec)
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    state = EngineState(
        pid=os.getpid(),
        started=process_start(os.getpid()) or "",
        url=server.listening_address,
        model=str(spec.model),
        name=spec.name,
    )
    beat(folder)
    write_state(folder, state)
    _watch(folder, state, idle_limit, stop)
    if read_state(folder) == state:
        state_file(folder).unlink(missing_ok=True)
    # The server's threads cannot be joined while a request is running; there is nothing to save.
    os._exit(0)


def _arguments() -> tuple[EngineSpec, Path, float]:
    parser = argparse.ArgumentParser(prog="verdigris.models.local.engine")
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--name", required=True)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--context", type=int, required=True)
    parser.add_argument("--slots", type=int, required=True)
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("--idle", type=float, required=True)
    given = parser.parse_args()
    spec = EngineSpec(given.model, given.name, given.context, given.slots, given.threads)
    return spec, given.folder, given.idle


def arguments(spec: EngineSpec, folder: Path, idle_limit: float) -> list[str]:
    """Return the command line that `main` understands."""
    return [
        f"--model={spec.model}", f"--name={spec.name}", f"--folder={folder}",
        f"--context={spec.context_tokens}", f"--slots={spec.slots}", f"--threads={spec.threads}",
        f"--idle={idle_limit}",
    ]  # fmt: skip


def _serve(spec: EngineSpec) -> Any:
    """Load the model and serve it on a free port of loopback; returns when it answers."""
    # Read when the library is loaded. Threads that wait for each other sleep instead of spinning:
    # 11 instead of 13 tokens/s on an idle machine, 6 instead of 0.7 beside a test run (2 cores).
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = str(spec.model)
    params.model_alias = {spec.name}
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.n_parallel = spec.slots
    params.n_ctx = spec.context_tokens * spec.slots  # llama.cpp divides it by the slots
    params.n_batch = params.n_ubatch = BATCH_TOKENS
    params.cpuparams.n_threads = spec.threads
    params.cpuparams_batch.n_threads = spec.threads
    params.cache_ram_mib = PROMPT_CACHE_MIB
    params.endpoint_slots = True  # asked by `_busy`
    params.ui = False
    params.cors_origins = ""  # no web page has any business here
    params.verbosity = 2
    return xllamacpp.Server(params)


def _watch(folder: Path, state: EngineState, idle_limit: float, stop: threading.Event) -> None:
    """Return when the engine should stop."""
    while not stop.wait(min(1.0, idle_limit / 4)):
        if read_state(folder) != state:
            if not _busy(state.url):
                return  # nobody can find this engine any more
        elif idle_seconds(folder) >= idle_limit:
            if _busy(state.url):
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


def _busy(url: str) -> bool:
    # No proxy: whatever the environment names, the answer is on this machine.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(f"{url}/slots", timeout=5) as answer:
            return any(slot["is_processing"] for slot in json.load(answer))
    except (OSError, ValueError):
        return True  # the server answers between two batches only, and a long prompt takes a while


if __name__ == "__main__":
    raise SystemExit(main())
