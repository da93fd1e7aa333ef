"""The memory of a run: the database's own and, where `memory.url` names one, a shared memory too.

Letters to it go at both ends of a run. One that is down costs a run a moment and one sentence.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from verdigris.core.events import Warned
from verdigris.core.text import count, listed
from verdigris.core.value import Value
from verdigris.edits.git import ask_git
from verdigris.errors import MissingError, SettingsError
from verdigris.memory.base import MemoryStore
from verdigris.memory.patterns import PatternStore
from verdigris.memory.patterns_sql import SqlPatterns
from verdigris.memory.shared.database import SharedDatabase, SharedStore
from verdigris.memory.shared.delivering import DeliveringMemory
from verdigris.memory.shared.delivering_patterns import DeliveringPatterns
from verdigris.memory.shared.elsewhere import Careful, Shared, Trouble
from verdigris.memory.shared.letters import Sender
from verdigris.memory.shared.opening import FORMS, described, in_folder, open_shared, patience
from verdigris.memory.shared.targets import unsent
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
    say: Trouble
    """Is told in a sentence what keeps letters from being sent."""
    said: set[str] = field(default_factory=set)

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
            return Delivered(sent=0, left=left.letters, why=left.why, down=True)
        done = await deliver(
            database,
            self.sender.target,
            self.careful.shared.receive,
            at_once=_AT_ONCE,
            within=within,
            insist=insist,
            told=told,
        )
        if done.down:
            await self.careful.leave_out(f"{done.why}; {done.waits}")
        elif done.left and done.why not in self.said:
            # It answers, so it is asked all the same.
            self.said.add(done.why)
            await self.say(f"the shared memory was not told all: {done.why}; {done.waits}")
        return done


def elsewhere(
    settings: Settings, say: Trouble, root: Path | None = None, project: str = ""
) -> Elsewhere | None:
    """Return the shared memory that the settings name, for a project; None where there is none.

    Nothing is asked of it yet. Raises SettingsError for a URL that names none, MissingError where
    something it needs is not installed.
    """
    url = settings.memory.url
    if not url:
        return None

    async def trouble(why: str) -> None:
        why = why.rstrip(".")
        await say(f"the shared memory is left out: {why}; what is learned goes there later")

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
    return Elsewhere(sender, Careful(shared, seconds, trouble), say)


@asynccontextmanager
async def shared_memory(
    settings: Settings, root: Path, bus: Bus
) -> AsyncIterator[Elsewhere | None]:
    """Give the shared memory of a run, whose listeners hear where it is left out.

    Raises as `elsewhere`.
    """

    async def say(sentence: str) -> None:
        await bus.emit(Warned(message=sentence))

    there = None
    if settings.memory.url and settings.memory.mode != "off":
        project = await asyncio.to_thread(project_of, root)
        there = elsewhere(settings, say, root, project)
    if there is not None and in_folder(there.sender.target):
        await there.careful.shared.store()  # its library starts while the run does
    try:
        yield there
    finally:
        if there is not None:
            await there.careful.close()


def is_database(url: str) -> bool:
    """Tell whether a shared memory is a database, which can be looked through."""
    return _SERVER.match(url) is not None


def target_of(url: str) -> str:
    """Return what letters to a memory are filed under: never with a password.

    Raises SettingsError for a URL that names none.
    """
    if is_database(url):
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
    there = elsewhere(settings, _nobody)
    if there is None or settings.memory.mode == "off":
        return State(detail="not used: `memory.mode` is off")
    shared = there.careful.shared
    try:
        cards = await (await shared.store()).count()
        vectors = await shared.vectors() if isinstance(shared, SharedDatabase) else "its own"
    finally:
        await there.careful.close()
    async with await Database.open(settings.database_url) as database:
        left = await waiting(database, there.sender.target)
        others = await for_others(database, there.sender.target)
    detail = f"{there.sender.target}, {count(cards, 'card')}"
    if left.letters:
        detail += f", {count(left.letters, 'letter')} waiting ({left.why or 'for the next run'})"
    if others:
        detail += f"; {others}"
    if vectors:
        return State(detail=detail)
    return State(detail=detail, lacks=NO_VECTORS, cure=NO_VECTORS_CURE)


async def for_others(database: Database, target: str = "") -> str:
    """Say which letters wait for memories that the settings do not name; empty where none does."""
    async with database.read() as connection:
        found = await connection.run_sync(unsent, target)
    named = listed([f"{number} for {name}" for name, number in found.items()])
    return f"letters wait for memories that are not configured now: {named}" if found else ""


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
    if is_database(url):
        return SharedDatabase(url, project, settings)

    async def opened() -> MemoryStore:
        from verdigris.vectors.choose import embedder

        try:
            compared_by = await embedder(settings)
        except MissingError:
            compared_by = None  # said once, by the memory of this machine
        return await open_shared(url, settings, compared_by, project)

    return SharedStore(opened)
