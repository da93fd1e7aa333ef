import random

from catalogue.articles import Article, Articles
from catalogue.offers import Position, total
from catalogue.prices import Prices
from catalogue.terms import Terms


def fresh(articles, terms, customer, number):
    """Return the price as it is without anything kept."""
    prices = Prices(articles)
    for each in terms.values():
        prices.agree(each)
    return prices.price(customer, number)


def test_kept_prices_are_never_stale():
    numbers = random.Random(8)
    articles = Articles()
    for i in range(4):
        articles.put(Article(f"a{i}", "x", f"g{i % 2}", 100 + i))
    prices, terms = Prices(articles), {}
    for _ in range(200):
        customer, number = f"c{numbers.randrange(3)}", f"a{numbers.randrange(4)}"
        what = numbers.random()
        if what < 0.15:
            prices.change(number, numbers.randrange(1000))
        elif what < 0.3:
            terms[customer] = Terms(customer, numbers.randrange(50), {"g1": numbers.randrange(90)})
            prices.agree(terms[customer])
        assert prices.price(customer, number) == fresh(articles, terms, customer, number)


def test_a_change_forgets_only_its_own():
    articles = Articles()
    for name in "ab":
        articles.put(Article(name, name, "g", 100))
    prices = Prices(articles)
    prices.price("c", "a"), prices.price("c", "b"), prices.price("d", "a")
    prices.change("a", 50)
    assert total(prices, "c", [Position("a", 1), Position("b", 1)]) == 150
    assert prices.price("d", "a") == 50
    assert prices.computed == 5
