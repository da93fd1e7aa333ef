import sqlite3

import pytest

import gauges


@pytest.fixture
def db():
    db = sqlite3.connect(":memory:")
    db.executescript(gauges.SCHEMA)
    yield db
    db.close()


def read(*lines):
    return list(gauges.parse(lines))


def test_gauges_may_have_apostrophes(db):
    assert gauges.store(db, read("Miller's Weir;2024-01-02T03:04;1.5", "Ford;2024-01-02T03:04;2")) == 2
    assert gauges.highest(db) == [("Ford", 2.0), ("Miller's Weir", 1.5)]


def test_one_line_is_one_reading(db):
    gauges.store(db, read("a', '2024-01-01', 99.0), ('b;2024-01-02T03:04;1.5"))
    assert db.execute("SELECT count(*) FROM readings").fetchone() == (1,)


def test_a_remark_cannot_drop_the_readings(db):
    gauges.store(db, read("Ford;2024-01-02T03:04;2"))
    gauges.note_seen(db, read("Ford;2024-01-02T03:04;2;x'); DELETE FROM readings; --"))
    assert db.execute("SELECT count(*) FROM readings").fetchone() == (1,)
    assert db.execute("SELECT name, last_seen FROM gauges").fetchall() == [("Ford", "2024-01-02 03:04")]
