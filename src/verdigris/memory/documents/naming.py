"""What the documents of cards and of their uses are called. Pure."""

from __future__ import annotations

from verdigris.memory.documents.base import Document


def card_name(card_id: str) -> str:
    """Return the id of a card's document."""
    return f"card {plain(card_id)}"


def use_name(card_id: str, key: str) -> str:
    """Return the id of the document of one use of a card."""
    return f"use {plain(card_id)} {plain(key)}"


def card_of(one: Document) -> str:
    """Return the id of the card that a document is, or is about, as it stands there."""
    return str(one.meta["card"])


def plain(text: str) -> str:
    """Return a name as short, plain ASCII, which every store takes."""
    return text.encode("ascii", "backslashreplace").decode()[:200].replace("\0", "\\0")
