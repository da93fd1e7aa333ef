import pytest

from money import Money
from rates import Rates, UnknownCurrency
from wallet import Wallet, convert

RATES = Rates(USD="1.25", JPY="160", GBP="0.8")


def test_from_the_base():
    assert convert(Money(1000), "USD", RATES) == Money(1250, "USD")


def test_the_same_currency():
    assert convert(Money(777, "USD"), "USD", RATES) == Money(777, "USD")


def test_between_foreign_currencies():
    assert convert(Money(1000, "GBP"), "USD", RATES) == Money(1563, "USD")


def test_unknown():
    with pytest.raises(UnknownCurrency):
        convert(Money(1), "XXX", RATES)


def test_rates_are_positive():
    with pytest.raises(ValueError):
        Rates(USD=0)


def test_print():
    assert str(Money(-1205, "USD")) == "-12.05 USD"


def test_exchange():
    wallet = Wallet(RATES)
    wallet.put(Money(5000))
    wallet.exchange(Money(2000), "GBP")
    assert wallet.held("EUR") == Money(3000)
    assert wallet.held("GBP") == Money(1600, "GBP")


def test_total():
    wallet = Wallet(RATES)
    wallet.put(Money(1000))
    wallet.put(Money(200))
    assert wallet.total("EUR") == Money(1200)
    with pytest.raises(ValueError):
        wallet.exchange(Money(9999), "USD")
