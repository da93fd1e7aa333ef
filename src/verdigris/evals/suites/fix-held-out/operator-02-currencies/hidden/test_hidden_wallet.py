from fractions import Fraction
from itertools import permutations

import pytest

from money import Money
from rates import Rates
from wallet import Wallet, convert

RATES = Rates(USD="1.25", JPY="160", GBP="0.8", CHF="0.95")
ALL = ["EUR", "USD", "JPY", "GBP", "CHF"]


@pytest.mark.parametrize("a, b, c", permutations(ALL, 3))
def test_a_detour_changes_nothing(a, b, c):
    assert RATES.factor(a, b) * RATES.factor(b, c) == RATES.factor(a, c)


@pytest.mark.parametrize("a", ALL)
def test_itself(a):
    assert RATES.factor(a, a) == 1


def test_to_the_base():
    assert convert(Money(1250, "USD"), "EUR", RATES) == Money(1000)
    assert convert(Money(800, "GBP"), "EUR", RATES) == Money(1000)


def test_known_factors():
    assert RATES.factor("EUR", "JPY") == 160
    assert RATES.factor("USD", "JPY") == 128
    assert RATES.factor("JPY", "EUR") == Fraction(1, 160)


def test_total_in_a_foreign_currency():
    wallet = Wallet(RATES)
    wallet.put(Money(1000))
    wallet.put(Money(800, "GBP"))
    wallet.put(Money(1250, "USD"))
    assert wallet.total("EUR") == Money(3000)
    assert wallet.total("USD") == Money(3750, "USD")
    assert wallet.total("GBP") == Money(2400, "GBP")


def test_there_and_back():
    wallet = Wallet(RATES)
    wallet.put(Money(5000, "USD"))
    wallet.exchange(Money(5000, "USD"), "GBP")
    assert wallet.held("GBP") == Money(3200, "GBP")
    wallet.exchange(Money(3200, "GBP"), "USD")
    assert wallet.held("USD") == Money(5000, "USD")
