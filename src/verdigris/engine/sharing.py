"""The memory of a run: the database's own and, where `memory.url` names one, a shared memory too.

Letters to it go at both ends of a run. One that is down costs a run a moment and one sentence.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from verdigris.core.events import Warned
from verdigris.core.text import count
from verdigris.core.value import Value
from verdigris.edits.git import ask_git
from verdigris.errors import MissingError, SettingsError
from verdigris.memory.base import MemoryStore
from verdigris.memory.delivering import DeliveringMemory
from verdigris.memory.delivering_patterns import DeliveringPatterns
from verdigris.memory.elsewhere import Careful, Shared, Trouble
from verdigris.memory.letters import Sender
from verdigris.memory.opening import FORMS, described, in_folder, open_shared, patience
from verdigris.memory.patterns import PatternStore
from verdigris.memory.patterns_sql import SqlPatterns
from verdigris.memory.shared_database import SharedDatabase, SharedStore
from verdigris.memory.sql import SqlMemoryStore, Tell, tell_nobody
from verdigris.settings import Settings
from verdigris.store.database import Database
from verdigris.store.outbox import Delivered, deliver, waiting
from verdigris.store.postgres import NO_VECTORS, NO_VECTORS_CURE
from verdigris.store.urls import describe, resolve
from verdigris.telemetry.bus import Bus

AT_ENDS = 8.0
"""Seconds that a run may spend on letters at each of its ends."""
_AT_ONCE = 20
_DOCUMENTS = ("chroma:", "chroma+", "mem0:", "mem0+")
_SERVER = re.compile(r"postgres(?:ql)?(?:\+\w+)?://", re.IGNORECASE)


@dataclass(frozen=True)
class Elsewhere:
    """A shared memory, and who tells it what."""

    sender: Sender
    careful: Careful

    async def deliver(
        self,
        database: Database,
        *,
        within: float = AT_ENDS,
        insist: bool = False,
        told: Callable[[int], None] = lambda sent: None,
    ) -> Delivered:
        """Send what is waiting. Never raises because of the memory; may raise StoreError.

        One that failed a moment ago is not tried, unless one insists.
        """
        if self.careful.left_out and not insist:
            left = await waiting(database, self.sender.target)
            return Delivered(sent=0, left=left.letters, why=left.why)
        done = await deliver(
            database,
            self.sender.target,
            self.careful.shared.receive,
            at_once=_AT_ONCE,
            within=within,
            insist=insist,
            told=told,
        )
        if done.left:
            await self.careful.leave_out(f"{done.why}; {count(done.left, 'letter')} wait")
        return done


def elsewhere(settings: Settings, root: Path | None, trouble: Trouble) -> Elsewhere | None:
    """Return the shared memory of the settings, for a project; None where there is none.

    Nothing is asked of it yet. Raises SettingsError for a URL that names none, MissingError where
    something it needs is not installed.
    """
    url = settings.memory.url
    if not url or settings.memory.mode == "off":
        return None
    project = project_of(root) if root else ""
    sender = Sender(
        target=target_of(url),
        project=project,
        private=settings.memory.scope == "repository",
        places=tuple(
            str(place) for place in (root, settings.paths.data, Path.home()) if place is not None
        ),
    )
    shared = _open(url, settings, project)
    seconds = patience(url, settings.memory.timeout_seconds)
    return Elsewhere(sender, Careful(shared, seconds, trouble))


@asynccontextmanager
async def shared_memory(
    settings: Settings, root: Path, bus: Bus
) -> AsyncIterator[Elsewhere | None]:
    """Give the shared memory of a run, whose listeners hear where it is left out.

    Raises as `elsewhere`.
    """

    async def trouble(why: str) -> None:
        why = why.rstrip(".")
        said = f"the shared memory is left out: {why}; what is learned goes there later"
        await bus.emit(Warned(message=said))

    there = elsewhere(settings, root, trouble)
    if there is not None and in_folder(there.sender.target):
        await there.careful.shared.store()  # its library starts while the run does
    try:
        yield there
    finally:
        if there is not None:
            await there.careful.close()


def target_of(url: str) -> str:
    """Return what letters to a memory are filed under: never with a password.

    Raises SettingsError for a URL that names none.
    """
    if _SERVER.match(url):
        return describe(resolve(url))
    if not url.startswith(_DOCUMENTS):
        raise SettingsError(
            "`memory.url` names no memory that can be shared.",
            hint=f"Write `postgresql://user@host/name`, {FORMS}.",
        )
    return described(url)


def told(there: Elsewhere | None) -> Tell:
    """Return whom the database's own stores tell what they write."""
    return there.sender.tell if there else tell_nobody


def memory_with(mine: SqlMemoryStore, there: Elsewhere | None, settings: Settings) -> MemoryStore:
    if there is None:
        return mine
    return DeliveringMemory(mine, there.careful, trusted=settings.memory.trust_shared)


def patterns_with(mine: SqlPatterns, there: Elsewhere | None, settings: Settings) -> PatternStore:
    if there is None:
        return mine
    return DeliveringPatterns(mine, there.careful, trusted=settings.memory.trust_shared)


class State(Value):
    """What can be said of a shared memory that answers."""

    detail: str
    lacks: str = ""
    cure: str = ""


async def state_of(settings: Settings) -> State:
    """Ask the shared memory of the settings how it is. Raises what keeps it from being used."""
    there = elsewhere(settings, None, _nobody)
    if there is None:
        return State(detail="not used: `memory.mode` is off")
    shared = there.careful.shared
    try:
        cards = await (await shared.store()).count()
        vectors = await shared.vectors() if isinstance(shared, SharedDatabase) else "its own"
    finally:
        await there.careful.close()
    async with await Database.open(settings.database_url) as database:
        left = await waiting(database, there.sender.target)
    waits = f", {count(left.letters, 'letter')} waiting ({left.why or 'for the next run'})"
    detail = f"{there.sender.target}, {count(cards, 'card')}{waits if left.letters else ''}"
    if vectors:
        return State(detail=detail)
    return State(detail=detail, lacks=NO_VECTORS, cure=NO_VECTORS_CURE)


async def _nobody(why: str) -> None:
    """Whoever looks gets the error itself."""


def project_of(root: Path) -> str:
    """Return what tells a project from others on every machine: where it was cloned from.

    Empty where that is not known; the path would differ from machine to machine.
    """
    origin = _git(root, "config", "--get", "remote.origin.url")
    if not origin:
        return ""
    inside = _git(root, "rev-parse", "--show-prefix")
    told = f"{_plain(origin)} {inside}".encode("utf-8", "replace")
    return hashlib.sha256(told).hexdigest()[:12]


def _git(root: Path, *words: str) -> str:
    try:
        done = ask_git("-c", "safe.directory=*", *words, cwd=root)
    except (subprocess.TimeoutExpired, MissingError, OSError):
        return ""
    return done.stdout.decode("utf-8", "replace").strip() if done.returncode == 0 else ""


def _plain(origin: str) -> str:
    """Return one form of `https://user:key@host/a/b.git` and `git@host:a/b`."""
    if "://" in origin:
        at, _, path = origin.partition("://")[2].partition("/")
    else:
        at, _, path = origin.partition(":")
    host = at.rpartition("@")[2].partition(":")[0]
    return f"{host}/{path.strip('/').removesuffix('.git')}".lower()


def _open(url: str, settings: Settings, project: str) -> Shared:
    if _SERVER.match(url):
        return SharedDatabase(url, project, settings)

    async def opened() -> MemoryStore:
        from verdigris.vectors.choose import embedder

        try:
            compared_by = await embedder(settings)
        except MissingError:
            compared_by = None  # said once, by the memory of this machine
        return await open_shared(url, settings, compared_by, project)

    return SharedStore(opened)
