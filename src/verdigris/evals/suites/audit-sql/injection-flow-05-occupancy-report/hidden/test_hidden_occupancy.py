import sqlite3

import pytest

import occupancy


@pytest.fixture
def db():
    db = sqlite3.connect(":memory:")
    db.executescript(
        """
        CREATE TABLE hotels (id INTEGER PRIMARY KEY, name TEXT, region TEXT);
        CREATE TABLE nights (hotel_id INT, day TEXT, cancelled INT, guest TEXT);
        INSERT INTO hotels (name, region) VALUES ('Bay', 'North'), ('Fjell', 'Val d''Arve');
        INSERT INTO nights VALUES (1, '2024-01-01', 0, 'Kaya'), (1, '2024-01-02', 1, 'Kaya'), (2, '2024-01-02', 0, 'D''Angelo');
        """
    )
    yield db
    db.close()


def report(db, *words):
    return occupancy.report(db, occupancy.arguments(["x.db", *words]))


def test_a_region_may_have_an_apostrophe(db):
    assert report(db, "--region", "Val d'Arve") == [("Fjell", "Val d'Arve", 1)]


def test_a_region_is_no_condition(db):
    assert report(db, "--region", "x' OR '1'='1") == []


def test_stays_are_those_of_one_guest(db):
    assert occupancy.stays(db, "D'Angelo") == [("Fjell", "2024-01-02", 1)]
    assert occupancy.stays(db, "x' OR '1'='1") == []


def test_without_a_region_all_are_there(db):
    assert report(db) == [("Bay", "North", 1), ("Fjell", "Val d'Arve", 1)]
    assert report(db, "--from", "2024-01-02") == [("Fjell", "Val d'Arve", 1)]
    assert len(report(db, "--top", "1")) == 1
