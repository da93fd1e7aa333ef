import pytest

from contacts import AddressBook, Unknown


@pytest.mark.parametrize("typed", ["Mary Ann", "mary ann", "MARY ANN", " mary   ANN", "Mary\tAnn "])
@pytest.mark.parametrize("entered", ["Mary Ann", "mary  ann", "MARY ANN "])
def test_every_way_to_type_it(entered, typed):
    book = AddressBook()
    book.add(entered, "77")
    assert book.phone(typed) == "77"


def test_others_stay_apart():
    book = AddressBook()
    book.add("Bo", "1")
    book.add("Bob", "2")
    assert (book.phone("BO"), book.phone("bob")) == ("1", "2")
    with pytest.raises(Unknown):
        book.phone("B o b")
