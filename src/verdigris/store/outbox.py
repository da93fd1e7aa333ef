"""Letters to stores elsewhere: posted in the transaction of what they tell, sent when they can be.

A letter is deleted only after it was sent, so one whose sender was killed in between is sent again;
a target must take the same key twice as once. One process at a time sends to a target (`lease.py`).
Letters go in the order in which they were posted; one that the target refuses is put aside for a
while, and one that was posted again under its key keeps its place.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Literal, NamedTuple

from sqlalchemy import Connection, func, select

from verdigris.core.text import one_line
from verdigris.core.value import Value
from verdigris.errors import MissingError, StoreUnreachable, VerdigrisError
from verdigris.store.database import Database
from verdigris.store.lease import SEND_SECONDS, Lease
from verdigris.store.lease import Letter as Letter
from verdigris.store.tables import LetterRow, TargetRow
from verdigris.store.upserts import upsert

_FIELDS = ("kind", "payload", "stamp", "posted_at", "tries", "not_before", "why")


class Delivered(Value):
    sent: int
    left: int
    why: str = ""
    """Why letters are left; empty where none is."""


class Waiting(Value):
    """What has not been sent to a target yet."""

    letters: int
    why: str = ""
    """What went wrong the last time."""


Send = Callable[[Sequence[Letter]], Awaitable[None]]
"""Sends letters, all or some of them, each as harmless twice as once.

Raises MissingError or StoreUnreachable where the target cannot be reached, any other VerdigrisError
where it refused.
"""


def post(connection: Connection, target: str, kind: str, key: str, payload: dict[str, Any]) -> None:
    """Write a letter in the caller's transaction; it replaces an unsent one with the same key."""
    row = {
        "target": target,
        "key": key,
        "kind": kind,
        "payload": payload,
        "stamp": secrets.token_hex(8),
        "posted_at": time.time(),
        "tries": 0,
        "not_before": 0.0,
        "why": "",
    }
    dialect = connection.dialect.name
    connection.execute(upsert(dialect, LetterRow, _FIELDS, key=("target", "key")), row)


async def waiting(database: Database, target: str) -> Waiting:
    """Return how much is unsent, and why. May raise StoreError."""
    async with database.read() as connection:
        letters = await connection.scalar(_count(target)) or 0
        said = select(TargetRow.why).where(TargetRow.target == target)
        why = await connection.scalar(said) or await connection.scalar(_refusal(target)) or ""
    return Waiting(letters=letters, why=why if letters else "")


async def deliver(
    database: Database,
    target: str,
    send: Send,
    *,
    at_once: int = 100,
    within: float = 20.0,
    patience: float = 1.0,
    insist: bool = False,
    told: Callable[[int], None] = lambda sent: None,
    clock: Callable[[], float] = time.time,
) -> Delivered:
    """Send what is waiting, oldest first, and delete what arrived.

    Stops after `within` seconds; waits `patience` seconds for another process that is sending. A
    target that was down is left alone for a while, unless one insists. Never raises because of the
    target; may raise StoreError because of our own database.
    """
    if not (await waiting(database, target)).letters:
        return Delivered(sent=0, left=0)
    lease = Lease(database, target, clock, insist=insist)
    if refused := await lease.take(patience):
        return Delivered(sent=0, left=(await waiting(database, target)).letters, why=refused)
    postman = _Postman(lease, send, at_once, told)
    try:
        why = await postman.walk(within)
    finally:
        await lease.let_go()
    left = await waiting(database, target)
    return Delivered(
        sent=postman.sent, left=left.letters, why=(why or left.why) if left.letters else ""
    )


class _Fault(NamedTuple):
    kind: Literal["down", "refused"]
    why: str


class _Postman:
    """One walk to a target, with as many letters at once as it takes."""

    def __init__(self, lease: Lease, send: Send, at_once: int, told: Callable[[int], None]) -> None:
        self.sent = 0
        self._lease = lease
        self._send = send
        self._at_once = at_once
        self._told = told
        self._aside: set[int] = set()

    async def walk(self, within: float) -> str:
        """Send until nothing is left; return why it stopped before, or an empty string."""
        until = time.monotonic() + within
        # After a failure few at first: a server far away may have been too slow for many.
        most = 1 if self._lease.failures else self._at_once
        careful = 0
        """Letters of a batch that was refused, which are sent one by one to find the culprit."""
        refused_in_a_row = 0
        while time.monotonic() < until:
            limit = 1 if careful > 0 else most
            letters = await self._lease.next(limit, self._aside)
            if not letters:
                return ""
            if not await self._lease.renew():
                return "another process took over"
            fault = await self._carry(letters)
            if fault is None:
                refused_in_a_row = 0
                careful -= len(letters)
                most = min(2 * most, self._at_once)
            elif fault.kind == "refused" and len(letters) > 1:
                careful = len(letters)
            else:
                refused_in_a_row += 1
                careful -= 1
                # Two different letters refused in a row: it is not the letters.
                if fault.kind == "down" or refused_in_a_row == 2:
                    await self._lease.was_down(fault.why)
                    return fault.why
                self._aside.add(letters[0].number)
                await self._lease.put_aside(letters[0], fault.why)
        return "there was no time for more"

    async def _carry(self, letters: Sequence[Letter]) -> _Fault | None:
        try:
            async with asyncio.timeout(SEND_SECONDS):
                await self._send(letters)
        except TimeoutError:
            return _Fault("down", f"no answer within {SEND_SECONDS:.0f} seconds")
        except (MissingError, StoreUnreachable, OSError) as error:
            return _Fault("down", one_line(str(error), 300))
        except VerdigrisError as error:
            return _Fault("refused", one_line(str(error), 300))
        await self._lease.arrived(letters)
        self.sent += len(letters)
        self._told(self.sent)
        return None


def _count(target: str) -> Any:
    return select(func.count()).select_from(LetterRow).where(LetterRow.target == target)


def _refusal(target: str) -> Any:
    """Return a question for the reason of the oldest letter that was refused."""
    return (
        select(LetterRow.why)
        .where(LetterRow.target == target, LetterRow.why != "")
        .order_by(LetterRow.number)
        .limit(1)
    )
