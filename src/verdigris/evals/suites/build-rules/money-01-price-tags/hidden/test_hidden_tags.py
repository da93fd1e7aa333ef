import pytest

from tags import price_tag


def test_euros_and_cents():
    assert price_tag(1205) == "12.05"
    assert price_tag(1999) == "19.99"


def test_the_cents_have_two_digits():
    assert price_tag(700) == "7.00"
    assert price_tag(710) == "7.10"
    assert price_tag(701) == "7.01"


def test_less_than_one_euro():
    assert price_tag(99) == "0.99"
    assert price_tag(5) == "0.05"


def test_nothing():
    assert price_tag(0) == "0.00"


@pytest.mark.parametrize(
    "cents, tag", [(-50, "-0.50"), (-1, "-0.01"), (-100, "-1.00"), (-1205, "-12.05"), (-1999, "-19.99")]
)
def test_refunds(cents, tag):
    assert price_tag(cents) == tag


def test_thousands():
    assert price_tag(123456789) == "1234567.89"


def test_very_large_amounts():
    assert price_tag(10**20 + 1) == "1000000000000000000.01"
    assert price_tag(-(10**20) - 1) == "-1000000000000000000.01"
