import pytest
from django.db import database

from museum.queries import by_number, given_by, publish, search


@pytest.fixture(autouse=True)
def objects():
    database.executescript(
        """
        DROP TABLE IF EXISTS museum_exhibit;
        CREATE TABLE museum_exhibit (id INTEGER PRIMARY KEY, inventory_number, title, donor, public);
        INSERT INTO museum_exhibit (inventory_number, title, donor, public) VALUES
          ('A1', 'Sailor''s knot', 'M. D''Abo', 1), ('A2', 'Bone comb', 'Lee', 1), ('A3', 'Secret map', 'Lee', 0);
        """
    )


def titles(found):
    return [each.title for each in found]


def test_words_with_apostrophes_are_found():
    assert titles(search("knot Sailor's")) == ["Sailor's knot"]


def test_no_search_shows_what_is_not_public():
    assert titles(search("zz%'OR(public=0)--")) == []


def test_donors_with_apostrophes_are_counted():
    assert given_by("M. D'Abo") == 1


def test_no_donor_is_everybody():
    assert given_by("' OR '1'='1") == 0


def test_numbers_and_publishing():
    assert by_number("A2").title == "Bone comb"
    assert by_number("A3") is None
    assert publish(["A3", "A9"]) == 1
    assert by_number("A3").title == "Secret map"
