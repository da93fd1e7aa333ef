import pytest

from paging import page, page_count

HITS = list("abcdefg")


@pytest.mark.parametrize("total, size, pages", [(0, 3, 0), (1, 3, 1), (3, 3, 1), (7, 3, 3)])
def test_page_count(total, size, pages):
    assert page_count(total, size) == pages


def test_first_page():
    assert page(HITS, 1, 3) == ["a", "b", "c"]


def test_last_page_is_shorter():
    assert page(HITS, 3, 3) == ["g"]


def test_only_page():
    assert page(["x"], 1, 10) == ["x"]


def test_page_after_the_last_is_refused():
    with pytest.raises(IndexError):
        page(HITS, 4, 3)


def test_page_zero_is_refused():
    with pytest.raises(IndexError):
        page(HITS, 0, 3)


def test_empty_page_size_is_refused():
    with pytest.raises(ValueError):
        page_count(5, 0)
