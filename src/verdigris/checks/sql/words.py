"""Lists of words as they are read most easily: in one text."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())
