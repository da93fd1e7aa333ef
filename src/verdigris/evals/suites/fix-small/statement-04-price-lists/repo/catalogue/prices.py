"""Prices per customer. Working them out is slow in real life, so they are kept."""

from dataclasses import replace

from catalogue.articles import Article, Articles
from catalogue.terms import Terms


class Prices:
    def __init__(self, articles: Articles) -> None:
        self._articles = articles
        self._terms: dict[str, Terms] = {}
        self._kept: dict[tuple[str, str], int] = {}
        self.computed = 0

    def agree(self, terms: Terms) -> None:
        """Note what was agreed with a customer; earlier terms no longer hold."""
        self._terms[terms.customer] = terms
        self._forget(customer=terms.customer)

    def change(self, number: str, cents: int) -> Article:
        """Give an article a new list price."""
        changed = replace(self._articles.get(number), cents=cents)
        self._articles.put(changed)
        return changed

    def price(self, customer: str, number: str) -> int:
        """Return what a customer pays for one piece, in cents, rounded up."""
        key = (customer, number)
        if key not in self._kept:
            self._kept[key] = self._compute(customer, self._articles.get(number))
        return self._kept[key]

    def _compute(self, customer: str, article: Article) -> int:
        self.computed += 1
        terms = self._terms.get(customer, Terms(customer))
        return -(-article.cents * (100 - terms.percent(article.group)) // 100)

    def _forget(self, customer: str | None = None, number: str | None = None) -> None:
        for key in list(self._kept):
            if customer in (None, key[0]) and number in (None, key[1]):
                del self._kept[key]
