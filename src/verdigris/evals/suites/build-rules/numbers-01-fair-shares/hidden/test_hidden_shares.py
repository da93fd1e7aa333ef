import pytest

from shares import split_cents


def test_equal_weights():
    assert split_cents(100, [1, 1, 1]) == [34, 33, 33]
    assert split_cents(101, [1, 1, 1]) == [34, 34, 33]
    assert split_cents(99, [5, 5, 5]) == [33, 33, 33]


def test_different_weights():
    assert split_cents(100, [3, 1]) == [75, 25]
    assert split_cents(10, [1, 2]) == [4, 6]
    assert split_cents(1000, [1, 2, 4]) == [143, 286, 571]


def test_nobody_with_weight_zero_gets_a_cent():
    assert split_cents(100, [0, 1, 1, 1]) == [0, 34, 33, 33]
    assert split_cents(5, [1, 0, 1]) == [3, 0, 2]


def test_small_totals():
    assert split_cents(0, [1, 2]) == [0, 0]
    assert split_cents(1, [1, 1, 1]) == [1, 0, 0]
    assert split_cents(7, [4]) == [7]


@pytest.mark.parametrize("total", [1, 7, 99, 100, 12345])
def test_nothing_is_lost(total):
    assert sum(split_cents(total, [3, 0, 7, 1, 1])) == total


@pytest.mark.parametrize(
    ("total", "weights"), [(10, [1, -1, 3]), (10, [0, 0]), (10, []), (-1, [1])]
)
def test_what_cannot_be_split(total, weights):
    with pytest.raises(ValueError):
        split_cents(total, weights)
