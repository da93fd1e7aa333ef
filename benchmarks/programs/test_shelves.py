import asyncio

import pytest
from shelves import Shelf, pages, serve, serve_all


@pytest.fixture
def shelf():
    shelf = Shelf()
    shelf.put("cup", 3)
    shelf.put("bowl", 2)
    return shelf


def test_room_is_left(shelf):
    assert shelf.free == 5


def test_more_is_put_beside(shelf):
    shelf.put("cup")
    assert shelf.goods["cup"] == 4


def test_a_full_shelf_takes_no_more(shelf):
    shelf.put("vase", 5)
    with pytest.raises(OverflowError):
        shelf.put("vase")


def test_some_are_taken(shelf):
    assert shelf.take("cup", 2) == 2
    assert shelf.goods["cup"] == 1


def test_no_more_than_there_are(shelf):
    assert shelf.take("bowl", 5) == 2
    assert "bowl" not in shelf.goods


def test_what_is_not_there_cannot_be_taken(shelf):
    assert shelf.take("fork") == 0


def test_everything_is_logged(shelf):
    shelf.take("cup")
    assert shelf.log == ["put", "put", "take"]


def test_names_in_order(shelf):
    assert list(shelf.names()) == ["bowl", "cup"]


def test_pages():
    assert list(pages("abcde", 2)) == [["a", "b"], ["c", "d"], ["e"]]


def test_whole_pages():
    assert list(pages("abcd", 2)) == [["a", "b"], ["c", "d"]]


def test_no_page_without_room():
    with pytest.raises(ValueError):
        list(pages("abc", 0))


def test_one_clerk(shelf):
    assert asyncio.run(serve(shelf, "cup", 2)) == 2


def test_a_clerk_stops_when_all_is_gone(shelf):
    assert asyncio.run(serve(shelf, "bowl", 4)) == 2


def test_two_clerks(shelf):
    assert asyncio.run(serve_all(shelf, [("cup", 2), ("cup", 2), ("bowl", 1)])) == 4
