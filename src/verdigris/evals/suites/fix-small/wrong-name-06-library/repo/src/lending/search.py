"""Finding titles by words."""

from __future__ import annotations

import re
from collections.abc import Iterable

from lending.catalogue import Title

_WORD = re.compile(r"[a-z0-9]+")


def words(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold()))


def score(title: Title, wanted: set[str]) -> int:
    """A word in the name counts most, then the author, then a subject."""
    points = 0
    for word in wanted:
        if word in words(title.name):
            points += 4
        elif word in words(title.author):
            points += 2
        elif word in words(" ".join(title.subjects)):
            points += 1
        else:
            return 0
    return points


def search(titles: Iterable[Title], query: str) -> list[Title]:
    """Titles with every word of the query, the best first, newer ones before older."""
    wanted = words(query)
    if not wanted:
        return []
    scored = [(score(title, wanted), title) for title in titles]
    found = [(points, title) for points, title in scored if points]
    found.sort(key=lambda pair: (-pair[0], -pair[1].year, pair[1].name))
    return [title for _, title in found]
