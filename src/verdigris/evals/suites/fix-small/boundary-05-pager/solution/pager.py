"""Cutting a list of results into pages for the search view."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Page(Generic[T]):
    items: tuple[T, ...]
    number: int
    pages: int

    @property
    def has_previous(self) -> bool:
        return self.number > 1

    @property
    def has_next(self) -> bool:
        return self.number < self.pages


def paginate(results: Sequence[T], number: int, size: int = 20) -> Page[T]:
    """Page `number`, counted from one.

    Links grow old: a number outside the range gives the nearest page there is. No results at all
    are one empty page.
    """
    if size < 1:
        raise ValueError("a page holds at least one result")
    pages = max(1, ceil(len(results) / size))
    if number < 1:
        number = 1
    if number > pages:
        number = pages
    start = (number - 1) * size
    return Page(tuple(results[start : start + size]), number, pages)
