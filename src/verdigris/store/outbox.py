"""Letters to stores elsewhere: posted in the transaction of what they tell, sent when they can be.

A letter is deleted only after it was sent, so one whose sender was killed in between is sent again;
a target must take the same key twice as once. One process at a time sends to a target (`lease.py`).
Letters go in the order in which they were posted; one that the target refuses is put aside for a
while and then comes last, and one that was posted again under its key keeps its place.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Literal, NamedTuple

from sqlalchemy import Connection, func, select

from verdigris.core.text import count, one_line
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
    down: bool = False
    """Whether the target cannot be reached, and not merely some letter be sent."""

    @property
    def waits(self) -> str:
        """How much is left, in words: `1 letter waits`."""
        return f"{count(self.left, 'letter')} {'waits' if self.left == 1 else 'wait'}"


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
    each: float = SEND_SECONDS,
    patience: float = 1.0,
    insist: bool = False,
    told: Callable[[int], None] = lambda sent: None,
    clock: Callable[[], float] = time.time,
) -> Delivered:
    """Send what is waiting, oldest first, and delete what arrived.

    Stops after `within` seconds, and gives the target `each` seconds for one batch; waits for
    another process that is sending, `patience` seconds. A target that was down is left alone for a
    while, unless one insists. Never raises because of the target; may raise StoreError because of
    our own database.
    """
    if not (await waiting(database, target)).letters:
        return Delivered(sent=0, left=0)
    lease = Lease(database, target, clock, insist=insist)
    if refused := await lease.take(patience):
        left = await waiting(database, target)
        return Delivered(sent=0, left=left.letters, why=refused.why, down=refused.down)
    postman = _Postman(lease, send, at_once, each, told)
    try:
        stop = await postman.walk(within)
    finally:
        await lease.let_go()
    left = await waiting(database, target)
    if not left.letters:
        return Delivered(sent=postman.sent, left=0)
    why = stop.why if stop else left.why
    down = stop is not None and stop.kind == "down"
    return Delivered(sent=postman.sent, left=left.letters, why=why, down=down)


class _Fault(NamedTuple):
    kind: Literal["down", "refused", "late"]
    why: str


_LATE = _Fault("late", "there was no time for more")
_FAIR = 4.0
"""Seconds in which a target that is up has answered; one that had less is not said to be down."""
_REFUSALS = 20
"""Refusals in a row after which the rest waits for another time."""


class _Postman:
    """One walk to a target, with as many letters at once as it takes."""

    def __init__(
        self, lease: Lease, send: Send, at_once: int, each: float, told: Callable[[int], None]
    ) -> None:
        self.sent = 0
        self._lease = lease
        self._send = send
        self._at_once = at_once
        self._each = each
        self._told = told
        self._aside: set[int] = set()

    async def walk(self, within: float) -> _Fault | None:
        """Send until nothing is left; return what stopped it before."""
        until = time.monotonic() + within
        # After a failure few at first: a server far away may have been too slow for many.
        most = 1 if self._lease.failures else self._at_once
        careful = 0
        """Letters of a batch that was refused, which are sent one by one to find the culprit."""
        refused: list[Letter] = []
        """In a row."""
        while (left := until - time.monotonic()) > 0:
            limit = 1 if careful > 0 else most
            letters = await self._lease.next(limit, self._aside)
            if not letters:
                return None
            if not await self._lease.renew():
                return _Fault("late", "another process took over")
            fault = await self._carry(letters, left)
            if fault is None:
                refused.clear()
                careful -= len(letters)
                most = min(2 * most, self._at_once)
            elif fault.kind == "refused" and len(letters) > 1:
                careful = len(letters)
            elif fault.kind != "refused":
                return await self._stopped(fault)
            else:
                careful -= 1
                refused += letters
                self._aside.add(letters[0].number)
                await self._lease.put_aside(letters[0], fault.why)
                if self._takes_nothing(refused):
                    return await self._stopped(_Fault("down", fault.why))
                if len(refused) == _REFUSALS:
                    return fault
        return _LATE

    async def _stopped(self, fault: _Fault) -> _Fault:
        if fault.kind == "down":
            await self._lease.was_down(fault.why)
        return fault

    def _takes_nothing(self, refused: Sequence[Letter]) -> bool:
        """Tell whether it is not the letters: two that are new were refused, and none was taken.

        One that was refused before says nothing of the target.
        """
        return not self.sent and sum(letter.tries == 0 for letter in refused) == 2

    async def _carry(self, letters: Sequence[Letter], left: float) -> _Fault | None:
        seconds = min(self._each, left)
        try:
            async with asyncio.timeout(seconds):
                await self._send(letters)
        except TimeoutError:
            if seconds < _FAIR:
                return _LATE
            return _Fault("down", f"no answer within {seconds:.0f} seconds")
        except (MissingError, StoreUnreachable, OSError) as error:
            return _Fault("down", one_line(str(error), 300))
        except VerdigrisError as error:
            return _Fault("refused", one_line(str(error), 300))
        except Exception as error:
            # What stands there was written by anybody: no answer of it may end a run.
            said = one_line(f"{type(error).__name__}: {error}", 300)
            return _Fault("refused", said)
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
