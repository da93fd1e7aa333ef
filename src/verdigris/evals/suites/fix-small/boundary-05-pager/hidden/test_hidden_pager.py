import pytest

from pager import paginate


@pytest.mark.parametrize("count", [0, 1, 7, 8, 9, 16, 40])
@pytest.mark.parametrize("size", [1, 4, 8, 50])
def test_all_pages_together_are_the_results(count, size):
    results = list(range(count))
    pages = paginate(results, 1, size).pages
    seen = [x for n in range(1, pages + 1) for x in paginate(results, n, size).items]
    assert seen == results


@pytest.mark.parametrize("count", [0, 1, 7, 8, 9, 16, 40])
@pytest.mark.parametrize("size", [1, 4, 8, 50])
def test_any_number_past_the_end_is_the_last_page(count, size):
    results = list(range(count))
    last = paginate(results, 1, size).pages
    for beyond in (1, 2, 100):
        page = paginate(results, last + beyond, size)
        assert page == paginate(results, last, size)
        assert page.number == last
        assert not page.has_next
        assert page.has_previous is (last > 1)


def test_numbers_inside_the_range_are_kept():
    assert [paginate("abcdefg", n, 2).number for n in range(-1, 5)] == [1, 1, 1, 2, 3, 4]
