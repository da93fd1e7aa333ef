"""A LiteLLM proxy from its own package, in an environment of its own, in front of some server.

The package cannot share ours: it needs an older client of OpenAI's than we do. `litellm.lock` holds
its versions and hashes; the environment made from it is kept in the user's cache folder, by the
hash of that file, so that only the first run installs anything.

To resolve the versions again: echo 'litellm[proxy]' | uv pip compile - --universal \\
  --python-version 3.11 --generate-hashes --no-header --no-annotate -o tests/models/litellm.lock
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

LOCK = Path(__file__).with_name("litellm.lock")
KEY = "sk-" + "of-the-proxy-0123456789abcdef"
START_SECONDS = 240


def program() -> Path:
    """Return the program `litellm`, installed now if it is not yet; skips where it cannot be."""
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    facts = LOCK.read_bytes() + sys.version.encode()
    folder = home / "verdigris-tests" / f"litellm-{hashlib.sha256(facts).hexdigest()[:12]}"
    if not folder.exists():
        _install(folder)
    return folder / "bin" / "litellm"


def _install(folder: Path) -> None:
    """Make the environment beside its place and move it there whole: two may try at once."""
    draft = folder.with_name(f"{folder.name}.{os.getpid()}")
    draft.parent.mkdir(parents=True, exist_ok=True)
    uv = Path(sys.executable).with_name("uv")
    for command in (
        # Its programs find their interpreter wherever the folder is moved to.
        [uv, "venv", "-q", "--relocatable", "--python", sys.executable, draft],
        [uv, "pip", "install", "-q", "--require-hashes", "--python", draft / "bin" / "python",
         "-r", LOCK],
    ):  # fmt: skip
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
        if done.returncode:
            shutil.rmtree(draft, ignore_errors=True)
            pytest.skip(f"LiteLLM cannot be installed: {done.stderr.strip()[-300:]}")
    try:
        draft.rename(folder)
    except OSError:  # another one was quicker
        shutil.rmtree(draft)


@asynccontextmanager
async def proxy(folder: Path, models: dict[str, dict[str, Any]]) -> AsyncIterator[str]:
    """Start a proxy that passes each name on as its parameters say, and yield its address."""
    litellm = program()
    config = {
        "model_list": [
            {"model_name": name, "litellm_params": {"max_retries": 0, **parameters}}
            for name, parameters in models.items()
        ],
        "litellm_settings": {"num_retries": 0, "telemetry": False},
        "router_settings": {"disable_cooldowns": True},
        "general_settings": {"master_key": KEY},
    }
    path, log = folder / "litellm.json", folder / "litellm.log"
    path.write_text(json.dumps(config))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with log.open("wb") as file:
        process = await asyncio.create_subprocess_exec(
            str(litellm), "--config", str(path), "--host", "127.0.0.1", "--port", str(port),
            env={"PATH": os.environ["PATH"], "HOME": str(folder), "LITELLM_MODE": "PRODUCTION",
                 "LITELLM_LOCAL_MODEL_COST_MAP": "True"},
            cwd=folder, stdout=file, stderr=file,
        )  # fmt: skip
    url = f"http://127.0.0.1:{port}"
    try:
        async with asyncio.timeout(START_SECONDS), httpx.AsyncClient(trust_env=False) as http:
            while not await _answers(http, url):
                assert process.returncode is None, log.read_text()[-3000:]
                await asyncio.sleep(0.2)
        yield url
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


async def _answers(http: httpx.AsyncClient, url: str) -> bool:
    try:
        return (await http.get(f"{url}/health/liveliness")).is_success
    except httpx.HTTPError:
        return False
