import sqlite3

import pytest

from tracing.connection import TracedConnection
from tracing.people import audit_line, find, plan, rename


@pytest.fixture
def db():
    inner = sqlite3.connect(":memory:")
    inner.execute("CREATE TABLE people (id INTEGER PRIMARY KEY, surname TEXT)")
    yield TracedConnection(inner)
    inner.close()


def test_a_name_is_never_run(db):
    db.executemany("INSERT INTO people (surname) VALUES (?)", [("O'Toole",), ("Maas",)])
    assert find(db, "' OR '1'='1") == []
    assert find(db, "O'Toole") == [(1, "O'Toole")]
    rename(db, 2, "x'; DROP TABLE people; --")
    assert "people" in plan(db, "all")[0]
    assert audit_line("kim", "people", 2).startswith("DELETE FROM")
    assert len(db.statements) == 4
