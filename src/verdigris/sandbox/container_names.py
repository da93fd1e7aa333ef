"""Names of containers: they tell who started them, so that leftovers are found and removed.

The keeper removes every container. Should the keeper be killed as well, or the container it runs
in, whoever comes next sees by the name that the owner is gone.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import secrets
from functools import cache
from pathlib import Path

from verdigris.sandbox.boxes import started
from verdigris.sandbox.engines import Engine

_PREFIX = "verdigris-box-"
_NAME = re.compile(rf"{_PREFIX}([cm][0-9a-f]{{12}})-(\d+)-(\d+)-[0-9a-f]+")


def new_name(inside: str) -> str:
    """Return a name for a container of ours; `inside` is the container we run in ourselves."""
    pid = os.getpid()
    return f"{_PREFIX}{_place(inside)}-{pid}-{started(pid)}-{secrets.token_hex(4)}"


async def sweep(engine: Engine, inside: str) -> list[str]:
    """Remove the containers of owners that are gone; return their names."""
    listed = await engine.ask(
        "ps", "--all", "--filter", f"name={_PREFIX}", "--format", "{{.Names}}"
    )
    left = [name for name in listed.split() if await _is_orphan(engine, name, inside)]
    for name in left:
        await engine.answers(*engine.remove(name))
    return left


async def _is_orphan(engine: Engine, name: str, inside: str) -> bool:
    match = _NAME.fullmatch(name)
    if match is None:
        return False
    place, pid, start = match.group(1), int(match.group(2)), int(match.group(3))
    if place == _place(inside):
        return started(pid) != start
    if place.startswith("c"):
        running = await engine.answers("inspect", "--format", "{{.State.Running}}", place[1:])
        return running is None or running.strip() != "true"
    return False  # of another machine that uses this engine: not for us to judge


def _place(inside: str) -> str:
    """Name the place in which our process ids mean something: a container, or this machine."""
    return f"c{inside[:12]}" if inside else f"m{_machine()}"


@cache
def _machine() -> str:
    facts = []
    for path in ("/etc/machine-id", "/proc/sys/kernel/random/boot_id"):
        try:
            facts.append(Path(path).read_text("ascii", "replace").strip())
        except OSError:
            continue
        if facts[0]:
            break
    with contextlib.suppress(OSError):
        facts.append(str(Path("/proc/self/ns/pid").readlink()))
    return hashlib.sha256("/".join(facts).encode()).hexdigest()[:12]
