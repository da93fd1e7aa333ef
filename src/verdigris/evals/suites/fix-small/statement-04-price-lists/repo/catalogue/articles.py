from dataclasses import dataclass


@dataclass(frozen=True)
class Article:
    number: str
    name: str
    group: str
    cents: int


class UnknownArticle(KeyError):
    pass


class Articles:
    """The articles on sale, by number."""

    def __init__(self) -> None:
        self._by_number: dict[str, Article] = {}

    def put(self, article: Article) -> None:
        if article.cents < 0:
            raise ValueError("a price cannot be negative")
        self._by_number[article.number] = article

    def get(self, number: str) -> Article:
        try:
            return self._by_number[number]
        except KeyError:
            raise UnknownArticle(number) from None

    def in_group(self, group: str) -> list[Article]:
        return [article for article in self._by_number.values() if article.group == group]

    def __len__(self) -> int:
        return len(self._by_number)
