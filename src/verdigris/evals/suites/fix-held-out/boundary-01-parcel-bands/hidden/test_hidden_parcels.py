import pytest

from parcels import LIMITS, PRICES, TooHeavy, band, cheapest_split, postage


@pytest.mark.parametrize("index", range(5))
def test_each_limit_is_the_last_of_its_band(index):
    assert band(LIMITS[index]) == index
    assert postage(LIMITS[index]) == PRICES[index]


@pytest.mark.parametrize("index", range(4))
def test_one_gram_more_is_the_next_band(index):
    assert band(LIMITS[index] + 1) == index + 1
    assert band(LIMITS[index] - 1) == index


def test_the_greatest_weight_and_beyond():
    assert postage(10000) == 1190
    with pytest.raises(TooHeavy):
        band(10001)


def test_every_weight_agrees_with_a_plain_search():
    for grams in range(1, 10001, 7):
        assert band(grams) == next(i for i, top in enumerate(LIMITS) if grams <= top)


def test_splits_at_the_limit():
    assert cheapest_split(1000, 2) == 780
