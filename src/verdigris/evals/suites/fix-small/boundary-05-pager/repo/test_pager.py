import pytest

from pager import paginate

WORDS = [f"word{n}" for n in range(45)]


def test_the_first_page():
    page = paginate(WORDS, 1)
    assert page.items == tuple(WORDS[:20])
    assert page.has_next and not page.has_previous


def test_the_last_page_may_be_short():
    page = paginate(WORDS, 3)
    assert len(page.items) == 5
    assert not page.has_next


def test_a_number_below_one_is_the_first_page():
    assert paginate(WORDS, -4).number == 1


def test_an_old_link_past_the_end_shows_the_last_page():
    assert paginate(WORDS, 9) == paginate(WORDS, 3)


def test_nothing_found_is_one_empty_page():
    page = paginate([], 1)
    assert (page.items, page.number, page.pages) == ((), 1, 1)


def test_the_second_page_of_nothing_is_the_first():
    assert paginate([], 2).number == 1


def test_a_size_of_zero_is_refused():
    with pytest.raises(ValueError):
        paginate(WORDS, 1, size=0)
