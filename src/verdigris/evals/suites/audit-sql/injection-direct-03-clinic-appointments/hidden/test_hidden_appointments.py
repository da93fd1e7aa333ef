import datetime as dt
import sqlite3

import pytest
from sqlalchemy import Session

from clinic.appointments import book, day_list, find

NINE = dt.datetime(2024, 3, 4, 9)


@pytest.fixture
def session():
    db = sqlite3.connect(":memory:")
    db.executescript(
        """
        CREATE TABLE patients (id INTEGER PRIMARY KEY, surname TEXT, born TEXT);
        CREATE TABLE appointments (doctor TEXT, start TEXT, patient_id INT, reason TEXT);
        INSERT INTO patients (surname, born) VALUES ('Okoro', '1980-01-02'), ('D''Arcy', '1990-03-04');
        """
    )
    session = Session(db)
    book(session, "Dr Lind", NINE, 1, "cough")
    yield session
    db.close()


def test_a_patient_sees_nothing_of_others(session):
    assert find(session, "' OR '1'='1", dt.date(2000, 1, 1)) == []


def test_a_surname_may_have_an_apostrophe(session):
    book(session, "Dr Lind", NINE.replace(hour=10), 2)
    assert [slot.surname for slot in find(session, "D'Arcy", dt.date(1990, 3, 4))] == ["D'Arcy"]


def test_a_reason_is_only_a_reason(session):
    reason = "can't sleep'), ('Dr Lind', '2024-03-04T11:00:00', 1, 'x"
    book(session, "Dr Lind", NINE.replace(hour=10), 2, reason)
    assert len(day_list(session, "Dr Lind", NINE.date())) == 2
    stored = session.db.execute("SELECT reason FROM appointments")
    assert [row[0] for row in stored] == ["cough", reason]
