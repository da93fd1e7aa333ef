import pytest

from contacts import AddressBook, Unknown


@pytest.fixture
def book():
    book = AddressBook()
    book.add("Ada Lovelace", "01")
    book.add(" Grace  Hopper", "02", "work")
    book.add("linus", "03", "work")
    return book


def test_small_letters(book):
    assert book.phone("linus") == "03"


def test_as_it_was_entered(book):
    assert book.phone("Ada Lovelace") == "01"


def test_typed_in_a_hurry(book):
    assert book.phone("  grace HOPPER ") == "02"


def test_unknown(book):
    with pytest.raises(Unknown):
        book.phone("Nobody")


def test_groups(book):
    assert book.members("work") == ["Grace  Hopper", "linus"]
    book.move("LINUS", "friends")
    assert book.members("friends") == ["Ada Lovelace", "linus"]


def test_nobody_twice(book):
    with pytest.raises(ValueError):
        book.add("ada  lovelace", "09")
    assert len(book) == 3
