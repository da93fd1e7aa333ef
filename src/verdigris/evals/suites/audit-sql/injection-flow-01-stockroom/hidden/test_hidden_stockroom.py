import sqlite3

import pytest

from stockroom.counting import correct, differences, note, shelves
from stockroom.search import StockSearch


@pytest.fixture
def db():
    db = sqlite3.connect(":memory:")
    db.execute(
        "CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT, supplier TEXT, shelf TEXT,"
        " quantity INT, discontinued INT DEFAULT 0)"
    )
    db.execute("CREATE TABLE corrections (item INT, pieces INT, reason TEXT)")
    db.executemany(
        "INSERT INTO items (name, supplier, shelf, quantity, discontinued) VALUES (?, ?, ?, ?, ?)",
        [("bolt", "Kerr's", "A", 5, 0), ("nut", "Ono", "B", 9, 0), ("old nut", "Ono", "B", 1, 1)],
    )
    yield db
    db.close()


def names(rows):
    return [row["name"] for row in rows]


def test_suppliers_may_have_apostrophes(db):
    assert names(StockSearch(db).run(supplier="Kerr's")) == ["bolt"]


def test_no_supplier_brings_back_what_was_discontinued(db):
    assert names(StockSearch(db).run(supplier="x' OR '1'='1")) == []


def test_filters_go_together(db):
    found = StockSearch(db).run(name="u", supplier="Ono", shelves=("A", "B"), at_most=9)
    assert names(found) == ["nut"]


def test_a_reason_is_only_a_reason(db):
    note(db, 1, -2, "wasn't there'), (2, 99, 'x")
    note(db, 2, 1, "")
    assert db.execute("SELECT * FROM corrections").fetchall() == [
        (1, -2, "wasn't there'), (2, 99, 'x"),
        (2, 1, "count"),
    ]


def test_counting(db):
    assert shelves(db) == ["A", "B"]
    assert differences(db, {1: 5, 2: 8}) == [(2, -1)]
    correct(db, {2: 8})
    assert differences(db, {1: 5, 2: 8}) == []
