"""A card and its place in the graph exist together or not at all: kills, rollbacks, two at once."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection

from graph.bolt_server import Bolt
from graph.telling import FAILURE, a_run, card
from verdigris.core.graph import Facts
from verdigris.graph import letters
from verdigris.graph.in_memory import InMemoryGraph
from verdigris.graph.letters import Scribe
from verdigris.graph.relational import SqlGraph
from verdigris.memory import keeping
from verdigris.memory.rows import put_row, row_of
from verdigris.memory.sql import SqlMemoryStore
from verdigris.store import outbox
from verdigris.store.database import Database

TARGET = "neo4j://somewhere:7687/"
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(one for one in sys.path if one)}
WRITER = """
import asyncio, sys
from graph.telling import card
from verdigris.graph.letters import Scribe
from verdigris.memory.sql import SqlMemoryStore
from verdigris.store.database import Database
async def main():
    async with await Database.open(sys.argv[1]) as database:
        store = SqlMemoryStore(database, graph=Scribe("neo4j://somewhere:7687/"))
        for number in range(100000):
            await store.put(card(number, run=f"run-{number}"))
            print(number, flush=True)
asyncio.run(main())
"""


def rows(path: Path, statement: str) -> set[str]:
    with closing(sqlite3.connect(path)) as connection:
        return {str(row[0]) for row in connection.execute(statement)}


@pytest.mark.parametrize("after", [3, 40])
def test_a_kill_leaves_no_card_without_its_facts_and_its_letter(tmp_path: Path, after: int) -> None:
    path = tmp_path / "a.db"
    command = [sys.executable, "-c", WRITER, f"sqlite:///{path}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT) as writer:
        assert writer.stdout
        for _ in range(after):
            writer.stdout.readline()
        writer.send_signal(signal.SIGKILL)
    cards = rows(path, "SELECT id FROM cards")
    assert len(cards) >= after
    assert cards == rows(path, "SELECT key FROM graph_nodes WHERE kind = 'FixCard'")
    told = rows(path, "SELECT key FROM outbox WHERE kind = 'facts'")
    assert {key.split()[1] for key in told} == cards
    linked = rows(path, "SELECT target FROM graph_links WHERE kind = 'HAS_FIX_CARD'")
    assert {one.removeprefix("FixCard:") for one in linked} == cards


async def test_a_transaction_that_fails_leaves_neither(tmp_path: Path) -> None:
    async with await Database.open(f"sqlite:///{tmp_path}/a.db") as database:

        def work(connection: Connection) -> None:
            kept = put_row(connection, row_of(card(1), 1.0))
            Scribe(TARGET).card(connection, card(1), kept, 1.0)
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            await database.transact(work)
        assert await SqlMemoryStore(database).count() == 0
        assert await SqlGraph(database).keys("FixCard", "") == []
        assert (await outbox.waiting(database, TARGET)).letters == 0


async def test_the_same_change_again_is_linked_to_the_card_that_is_kept(tmp_path: Path) -> None:
    async with await Database.open(f"sqlite:///{tmp_path}/a.db") as database:
        store, graph = SqlMemoryStore(database, graph=Scribe()), SqlGraph(database)
        first, again = card(1), card(2, run="run-2", change=card(1).change)
        await store.put(first)
        await store.put(again)
        assert await graph.keys("FixCard", "") == ["card-1"]
        [known] = await graph.fixes(FAILURE.key)
        assert (known.card, known.times) == ("card-1", 2)


async def test_a_stranger_says_nothing_about_runs_here(tmp_path: Path) -> None:
    async with await Database.open(f"sqlite:///{tmp_path}/a.db") as database:
        await SqlMemoryStore(database, graph=Scribe()).put(card(1, foreign=True))
        assert await SqlGraph(database).keys("FixCard", "") == []


async def test_forgetting_takes_facts_and_unsent_letters_and_tells_the_server(
    tmp_path: Path,
) -> None:
    async with await Database.open(f"sqlite:///{tmp_path}/a.db") as database:
        store = SqlMemoryStore(database, graph=Scribe(TARGET))
        far = InMemoryGraph()
        await store.put(card(1, summary="the word is marmalade"))
        await store.put(card(2, run="run-2"))
        await letters.deliver(database, TARGET, far)
        await store.put(card(3, run="run-3", summary="and once more marmalade"))
        gone = [(await keeping.get(database, one)).card for one in ("card-1", "card-3")]
        # The server is not configured any more; it is told when it is.
        await keeping.forget(database, gone)
        assert await SqlGraph(database).keys("FixCard", "") == ["card-2"]
        assert b"marmalade" not in (tmp_path / "a.db").read_bytes()
        await letters.deliver(database, TARGET, far)
        assert await far.keys("FixCard", "") == ["card-2"]
        await keeping.forget_all(database)
        await letters.deliver(database, TARGET, far)
        assert await far.keys("FixCard", "") == []


async def test_forgetting_reaches_unsent_letters_about_the_whole_graph(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(letters, "_SOURCES", 2)
    async with await Database.open(f"sqlite:///{tmp_path}/a.db") as database:
        store, far = SqlMemoryStore(database, graph=Scribe()), InMemoryGraph()
        await store.put(card(1, summary="the word is marmalade"))
        await store.put(card(2, run="run-2"))
        await database.transact(lambda connection: letters.post_all(connection, TARGET))
        waiting = rows(tmp_path / "a.db", "SELECT payload FROM outbox")
        assert any("marmalade" in one for one in waiting)
        await keeping.forget(database, [(await keeping.get(database, "card-1")).card])
        assert b"marmalade" not in (tmp_path / "a.db").read_bytes()
        await letters.deliver_all(database, TARGET, far)
        assert await far.keys("FixCard", "") == ["card-2"]
        assert await far.fixes(FAILURE.key) == await SqlGraph(database).fixes(FAILURE.key)


async def test_letters_that_arrive_twice_are_there_once(tmp_path: Path) -> None:
    class Killed(BaseException):
        pass

    class Forgetful(InMemoryGraph):
        """Takes the first letters, and the sender is killed before it can note that."""

        killed = False

        async def write(self, facts: Facts) -> None:
            await super().write(facts)
            if not self.killed:
                self.killed = True
                raise Killed

    async with await Database.open(f"sqlite:///{tmp_path}/a.db") as database:
        scribe, far = Scribe(TARGET), Forgetful()
        for number in (1, 2):
            facts = a_run(f"run-{number}", made=card(number, run=f"run-{number}"))
            await database.transact(
                lambda c, n=number, f=facts: scribe.write(c, f"run {n}", f)  # type: ignore[misc]
            )
        with pytest.raises(Killed):
            await letters.deliver(database, TARGET, far)
        assert (await outbox.waiting(database, TARGET)).letters == 2
        assert (await letters.deliver_all(database, TARGET, far)).left == 0
        assert await far.hot_files() == await SqlGraph(database).hot_files()


MERGER = """
import asyncio, sys
from graph.bolt_server import DATABASE, PASSWORD, USER
from graph.telling import a_run, card
from verdigris.graph.addresses import Address
from verdigris.graph.neo4j import Neo4jGraph
async def main():
    async with Neo4jGraph(Address(sys.argv[1], USER, PASSWORD, DATABASE, 20)) as graph:
        for number in range(8):
            await graph.write(a_run(f"run-{number}", made=card(number, run=f"run-{number}")))
asyncio.run(main())
"""


async def test_two_processes_that_tell_a_server_the_same_make_one_graph(bolt: Bolt) -> None:
    command = [sys.executable, "-c", MERGER, bolt.url]
    started = [await asyncio.create_subprocess_exec(*command, env=ENVIRONMENT) for _ in range(2)]
    assert [await one.wait() for one in started] == [0, 0]
    for kind, count in {"Run": 8, "Iteration": 8, "FixCard": 8, "File": 2, "BugType": 1}.items():
        assert bolt.run(f"MATCH (n:{kind}) RETURN count(n) AS n") == [{"n": count}], kind
    twice = "MATCH (a)-[l]->(b) WITH a, b, type(l) AS t, count(l) AS n WHERE n > 1 RETURN t"
    assert bolt.run(twice) == []
