import pytest

from shelf import ParcelShelf


def test_places_are_given_from_one():
    shelf = ParcelShelf(3)
    assert [shelf.put("Ada"), shelf.put("Bert"), shelf.put("Ada")] == [1, 2, 3]


def test_take_returns_the_name():
    shelf = ParcelShelf(3)
    shelf.put("Ada")
    shelf.put("Bert")
    assert shelf.take(2) == "Bert"
    assert shelf.take(1) == "Ada"


def test_lowest_free_place_is_used_again():
    shelf = ParcelShelf(4)
    for name in ["Ada", "Bert", "Cleo"]:
        shelf.put(name)
    shelf.take(3)
    shelf.take(1)
    assert shelf.put("Dora") == 1
    assert shelf.put("Emil") == 3
    assert shelf.put("Finn") == 4
    assert shelf.take(1) == "Dora"


def test_full_shelf():
    shelf = ParcelShelf(2)
    shelf.put("Ada")
    shelf.put("Bert")
    assert shelf.put("Cleo") is None
    assert shelf.take(2) == "Bert"
    assert shelf.put("Cleo") == 2


def test_no_parcel_on_the_place():
    shelf = ParcelShelf(2)
    with pytest.raises(KeyError):
        shelf.take(1)
    shelf.put("Ada")
    shelf.take(1)
    with pytest.raises(KeyError):
        shelf.take(1)
