import pytest
from catalogue.articles import Article, Articles, UnknownArticle
from catalogue.offers import Position, dearest, total
from catalogue.prices import Prices
from catalogue.terms import Terms


@pytest.fixture
def prices():
    articles = Articles()
    articles.put(Article("n1", "nail", "iron", 10))
    articles.put(Article("h1", "hammer", "tools", 1999))
    articles.put(Article("s1", "saw", "tools", 2500))
    return Prices(articles)


def test_list_price(prices):
    assert prices.price("ann", "n1") == 10


def test_unknown(prices):
    with pytest.raises(UnknownArticle):
        prices.price("ann", "zz")


def test_rebate_by_group(prices):
    prices.agree(Terms("ann", 5, {"tools": 20}))
    assert prices.price("ann", "s1") == 2000
    assert prices.price("ben", "s1") == 2500


def test_prices_are_kept(prices):
    for _ in range(3):
        prices.price("ann", "s1")
    assert prices.computed == 1


def test_new_price(prices):
    assert prices.price("ann", "n1") == 10
    prices.change("n1", 12)
    assert prices.price("ann", "n1") == 12


def test_new_terms(prices):
    assert prices.price("ann", "s1") == 2500
    prices.agree(Terms("ann", 10))
    assert prices.price("ann", "s1") == 2250


def test_total(prices):
    assert total(prices, "ann", [Position("n1", 100), Position("s1", 1)]) == 3500


def test_dearest(prices):
    assert dearest(prices, "ann", [Position("n1", 300), Position("s1", 1)]).number == "n1"
    assert dearest(prices, "ann", []) is None


def test_negative_price(prices):
    with pytest.raises(ValueError):
        prices.change("n1", -1)
