from datetime import date

import pytest

from desk.catalogue import search, search_author
from desk.loans import Desk
from desk.schema import connect


@pytest.fixture
def db():
    db = connect()
    db.executemany(
        "INSERT INTO books (title, author, restricted) VALUES (?, ?, ?)",
        [("Ferns", "Ada Moss", 0), ("Poisons", "Ada Moss", 1), ("Tides", "Eve O'Hara", 0)],
    )
    desk = Desk(db)
    ada, ben = desk.enrol("Ada", "1"), desk.enrol("Ben O'Neil", "2")
    desk.lend(1, ada, date(2024, 5, 1))
    desk.lend(3, ben, date(2024, 5, 1))
    return db


def test_a_name_with_a_quote_is_a_name(db):
    assert Desk(db).on_loan_to("Ben O'Neil") == ["Tides"]


def test_no_name_shows_the_loans_of_others(db):
    assert Desk(db).on_loan_to("' OR '1'='1") == []


def test_an_author_with_a_quote_is_found(db):
    assert search_author(db, "O'Hara") == ["Tides (Eve O'Hara)"]


def test_no_search_reaches_restricted_titles(db):
    assert not any("Poisons" in line for line in search_author(db, "x' OR restricted = 1 --"))
    assert search(db, "Fern") == ["Ferns (Ada Moss)"]


def test_overdue(db):
    assert len(Desk(db).overdue(date(2024, 8, 1))) == 2
