"""One machine of a team, as a process of its own: learns, tells the shared memory, may be killed.

Usage: teammate.py LOCAL_URL SHARED_URL NAME FIXES [dies-posted | dies-sent | late]. Says `ready`,
waits for a line, then says each fix it has kept. `dies-posted` kills itself before the first letter
is sent, `dies-sent` after the first were sent and before it knows; `late` comes when the turn of
whoever was killed has run out.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import Sequence

from verdigris.core.change import make_change
from verdigris.core.lesson import Card
from verdigris.core.signature import Signature
from verdigris.core.template import Learned, Provenance, Tallies, Template
from verdigris.memory.base import use_key
from verdigris.memory.patterns_sql import SqlPatterns
from verdigris.memory.shared.database import SharedDatabase
from verdigris.memory.shared.letters import Sender
from verdigris.memory.sql import SqlMemoryStore
from verdigris.store.database import Database
from verdigris.store.lease import LEASE_SECONDS
from verdigris.store.outbox import Letter, deliver

COMMON = "everywhere"
TEMPLATE = Template(form="expr", before="_e1_ < _e2_", after="_e1_ <= _e2_")


def card(name: str, number: int, what: str) -> Card:
    made = make_change({"a.py": "x = 0\n"}, {"a.py": f"x = '{what} {number}'\n"}, "search")
    assert made is not None
    return Card(
        id=f"{name}-{what}-{number}",
        run_id=name,
        iteration=number,
        signature=Signature(exception="ValueError", shape=f"bad {number}", test="test_a.py::test"),
        green=True,
        summary="so",
        change=made,
    )


async def learn(cards: SqlMemoryStore, patterns: SqlPatterns, name: str, number: int) -> None:
    """What one iteration leaves: a fix of its own, one that all find, counts and a template."""
    key = use_key(name, number)
    await patterns.tally(key, Tallies(kind="ValueError", counts={"op": (3, 1)}))
    await cards.put(card(name, number, name))
    await cards.put(card(name, 100 + number, COMMON))
    await cards.used(f"{name}-{name}-{number}", use_key(name, 1000 + number), green=True)
    source = Provenance(key=key, at=1.0)
    await patterns.learn([Learned(template=TEMPLATE, shape="s", sources=(source,))])


async def main(local: str, url: str, name: str, fixes: int, how: str) -> None:
    print("ready", flush=True)  # noqa: T201
    sys.stdin.readline()
    shared = SharedDatabase(url)
    sender = Sender(target="team")
    late = LEASE_SECONDS if how == "late" else 0.0

    async def send(letters: Sequence[Letter]) -> None:
        if how == "dies-posted":
            os.kill(os.getpid(), signal.SIGKILL)
        await shared.receive(letters)
        if how == "dies-sent":
            os.kill(os.getpid(), signal.SIGKILL)

    async with await Database.open(local) as database:
        cards = SqlMemoryStore(database, tell=sender.tell)
        patterns = SqlPatterns(database, tell=sender.tell)
        for number in range(fixes):
            await learn(cards, patterns, name, number)
            print(number, flush=True)  # noqa: T201
            if number % 2:
                await deliver(database, "team", send, clock=lambda: time.time() + late)
        done = await deliver(database, "team", send, clock=lambda: time.time() + late)
    await shared.close()
    print(done.model_dump_json(), flush=True)  # noqa: T201


if __name__ == "__main__":
    how = sys.argv[5] if len(sys.argv) > 5 else ""
    asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), how))
