import sqlite3

import pytest

from regatta.named import Queries


@pytest.fixture
def queries():
    db = sqlite3.connect(":memory:")
    db.executescript(
        """
        CREATE TABLE helms (id INTEGER PRIMARY KEY, name, club);
        CREATE TABLE boats (id INTEGER PRIMARY KEY, sail, class, helm);
        CREATE TABLE results (race, boat, place, remark, UNIQUE (race, boat));
        INSERT INTO helms (name, club) VALUES ('Ola', 'North'), ('Per', 'North');
        INSERT INTO boats (sail, class, helm) VALUES ('N1', 'Laser', 1), ('N2', 'Laser', 2);
        """
    )
    yield Queries(db)
    db.close()


def test_standings(queries):
    queries.add_result(race=1, boat=2, place=1, remark=None)
    assert queries.standings(**{"class": "Laser"}) == [("N2", 1), ("N1", 3)]


def test_clubs(queries):
    assert queries.clubs(least=2) == [("North", 2)]
    assert queries.clubs(least=3) == []


def test_starters_and_remarks(queries):
    queries.add_result(race=1, boat=1, place=None, remark="DNF")
    queries.add_result(race=1, boat=1, place=None, remark="protest: mark 2")
    assert queries.remarks() == [("protest: mark 2",)]
    assert len(queries.starters(**{"class": "Laser"})) == 2
