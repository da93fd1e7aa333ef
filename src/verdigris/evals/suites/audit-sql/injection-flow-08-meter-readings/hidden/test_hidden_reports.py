import sqlite3

import pytest

from meters import reports


@pytest.fixture
def db():
    db = sqlite3.connect(":memory:")
    db.executescript(
        """
        CREATE TABLE meters (number TEXT, district TEXT, kind TEXT);
        CREATE TABLE readings (meter TEXT, read_on TEXT, counter REAL);
        INSERT INTO meters VALUES ('m1', 'St John''s', 'home'), ('m2', 'Docks', 'works'), ('m3', 'Docks', 'home');
        INSERT INTO readings VALUES ('m1', '2024-01-01', 10), ('m1', '2024-01-30', 16), ('m2', '2024-01-05', 900);
        """
    )
    yield db
    db.close()


def test_a_district_may_have_an_apostrophe(db):
    assert reports.district_total(db, "St John's") == 16


def test_a_district_is_no_condition(db):
    assert reports.district_total(db, "x' OR '1' = '1") == 0


def test_a_kind_is_no_condition(db):
    assert reports.silent_meters(db, "2024-01-01", "home") == ["m3"]
    assert reports.silent_meters(db, "2024-01-01", "x' OR '1' = '1' --") == []


def test_the_other_reports(db):
    assert reports.consumption(db, "m1", 2024) == [("01", 6.0)]
    assert reports.heaviest(db, "1") == [("m2", 900.0)]
