"""A database of an earlier version gets the graph of what it knows when it is opened."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine

import verdigris.store.migrate as migrate
from graph.telling import FAILURE, INDEX, TASK, card
from verdigris.graph import asking
from verdigris.graph.relational import SqlGraph
from verdigris.memory.rows import row_of
from verdigris.store.database import Database

SECRET = "sk-ant-" + "a1B2" * 8


def an_earlier_database(path: Path) -> None:
    """Make one at the revision before the graph, with a run of two iterations and three cards."""
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config = Config()
        folder = Path(migrate.__file__).with_name("migrations")
        config.set_main_option("script_location", str(folder))
        config.attributes["connection"] = connection
        command.upgrade(config, "0005")
    engine.dispose()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "INSERT INTO runs (id, format, job, goal, root, models, status, reason, seconds, diff,"
            " started_at, updated_at, finished_at, tokens_in, tokens_out, cost, unpriced_calls,"
            " calls) VALUES ('run-1', 1, 'fix', 'goal', ?, '[]', 'green', 'it is', 1, '', 1, 2, 3,"
            " 0, 0, 0, 0, 0)",
            (TASK.root,),
        )
        for number, green in ((1, 0), (2, 1)):
            connection.execute(
                "INSERT INTO iterations VALUES ('run-1', ?, ?, 'said', ?, 'f', 'improving', ?,"
                " 1, 2)",
                (number, green, FAILURE.key, f"the key is {SECRET}"),
            )
            connection.execute(
                "INSERT INTO steps (run_id, iteration, step, seconds, summary, started_at,"
                " finished_at, tokens_in, tokens_out, cost, unpriced_calls, calls)"
                " VALUES ('run-1', ?, 'reflect', 0.5, 'thought', 1, 2, 0, 0, 0, 0, 0)",
                (number,),
            )
        connection.execute(
            "INSERT INTO failures VALUES ('run-1', 1, ?, 'reproduce', ?, ?, ?, ?, 1)",
            (INDEX.key, INDEX.exception, INDEX.shape, INDEX.test, INDEX.place),
        )
        cards = [card(1, green=False), card(2, at=2), card(3, foreign=True)]
        columns = {row[1] for row in connection.execute("PRAGMA table_info(cards)")}
        for row in (row_of(one, 4.0) for one in cards):
            told = {**row, "document": json.dumps(row["document"])}
            said = {name: told[name] for name in told if name in columns}
            names = ", ".join(f'"{name}"' for name in said)
            marks = ", ".join("?" for _ in said)
            connection.execute(f"INSERT INTO cards ({names}) VALUES ({marks})", [*said.values()])


@pytest.mark.parametrize(
    "document", ["no JSON", "[]", '{"signature": 5}', "[" * 3000 + "]" * 3000, "{}"]
)
async def test_a_document_that_cannot_be_read_stops_no_upgrade(
    tmp_path: Path, document: str
) -> None:
    path = tmp_path / "a.db"
    an_earlier_database(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE cards SET document = ? WHERE id = 'card-1'", [document])
    async with await Database.open(f"sqlite:///{path}") as database:
        graph = SqlGraph(database)
        assert [one.card for one in await graph.fixes(FAILURE.key)] == ["card-2"]


async def test_runs_and_cards_of_an_earlier_version_are_in_the_graph(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    an_earlier_database(path)
    async with await Database.open(f"sqlite:///{path}") as database:
        graph = SqlGraph(database)
        found = await asking.path(graph, "run-1")
        assert (found.status, found.project) == ("green", "shop")
        first, second = found.rounds
        assert (first.green, second.green) == (False, True)
        assert first.cards == ("card-1",) and second.cards == ("card-2",)
        assert first.changed == ("till.py",) and first.saw[0].startswith(INDEX.key)
        assert first.steps[0].name == "reflect" and first.trend == "improving"
        assert SECRET not in found.model_dump_json()
        assert [one.card for one in await graph.fixes(FAILURE.key)] == ["card-2", "card-1"]
        assert [one.card for one in await graph.tried(TASK.project)] == ["card-1"]
        [file] = await graph.hot_files()
        assert (file.name, file.changed, file.cards) == ("shop", 2, 2), "a stranger's is no fact"
        assert {one.name for one in await graph.bug_types()} == {
            "AssertionError/number", "IndexError",
        }  # fmt: skip
