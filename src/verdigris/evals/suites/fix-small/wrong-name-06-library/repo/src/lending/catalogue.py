"""Titles and their copies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lending.errors import NotFound


@dataclass(frozen=True)
class Title:
    isbn: str
    name: str
    author: str
    year: int
    subjects: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Copy:
    barcode: str
    isbn: str
    reference: bool = False
    """Copies for reference stay in the house."""


class Catalogue:
    def __init__(self) -> None:
        self._titles: dict[str, Title] = {}
        self._copies: dict[str, Copy] = {}

    def add(self, title: Title, copies: int = 1, reference: bool = False) -> list[Copy]:
        """Add copies of a title; barcodes are numbered per title."""
        self._titles[title.isbn] = title
        have = len(self.copies(title.isbn))
        made = [
            Copy(f"{title.isbn}-{have + number}", title.isbn, reference)
            for number in range(1, copies + 1)
        ]
        self._copies.update({copy.barcode: copy for copy in made})
        return made

    def title(self, isbn: str) -> Title:
        if isbn not in self._titles:
            raise NotFound("title", isbn)
        return self._titles[isbn]

    def copy(self, barcode: str) -> Copy:
        if barcode not in self._copies:
            raise NotFound("copy", barcode)
        return self._copies[barcode]

    def copies(self, isbn: str) -> list[Copy]:
        return [copy for copy in self._copies.values() if copy.isbn == isbn]

    def __iter__(self) -> Iterator[Title]:
        return iter(self._titles.values())
