import sqlite3

import pytest

from archive.pages import borrowed_page, scores_page
from archive.scores import borrowed, count_by, values_of


@pytest.fixture
def db():
    db = sqlite3.connect(":memory:")
    db.executescript(
        """
        CREATE TABLE scores (id INTEGER PRIMARY KEY, title, composer, voicing, shelf, bought_on);
        CREATE TABLE borrowings (score_id, singer, due_on, returned_on);
        CREATE TABLE singers (name, pin);
        INSERT INTO scores (title, composer, voicing) VALUES ('Ave', 'Byrd', 'SATB'), ('Locus', 'Bruckner', 'SATB');
        INSERT INTO borrowings VALUES (1, 'Zoe', '2024-02-01', NULL), (2, 'Ann', '2024-03-01', NULL);
        INSERT INTO singers VALUES ('Zoe', '7421');
        """
    )
    yield db
    db.close()


def test_the_offered_orders_work(db):
    assert [row[1] for row in borrowed(db, "singer")] == ["Ann", "Zoe"]
    assert [row[1] for row in borrowed(db, "title", descending=True)] == ["Ann", "Zoe"]
    assert "Byrd" in scores_page(db, "sort=composer")
    assert count_by(db, "voicing") == {"SATB": 2}


@pytest.mark.parametrize("digit", range(10))
def test_the_order_does_not_tell_a_pin(db, digit):
    spy = f"(CASE WHEN (SELECT pin FROM singers) LIKE '{digit}%' THEN singer ELSE due_on END)"
    with pytest.raises(ValueError):
        borrowed(db, spy)


def test_filters_offer_what_is_in_a_column(db):
    assert values_of(db, "composer") == ["Bruckner", "Byrd"]
    with pytest.raises(ValueError):
        values_of(db, "pin FROM singers --")


def test_nor_does_the_page(db):
    with pytest.raises(ValueError):
        borrowed_page(db, "sort=(SELECT+pin+FROM+singers)")
