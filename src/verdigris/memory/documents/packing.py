"""A card as text that fits a store with limits, and back. Pure.

A long card is packed. Where even that does not fit, it is cut, and here alone it is decided what
goes first: what nobody misses before the words that a prompt shows, and these before the change,
which is of use whole or not at all. The card itself says what it lost.
"""

from __future__ import annotations

import base64
import json
import lzma
from collections.abc import Callable, Iterator
from functools import partial

from pydantic import ValidationError

from verdigris.core.lesson import Card
from verdigris.core.text import cut
from verdigris.core.value import FORMAT

PLAIN = 20_000
"""Characters up to which a card is kept as readable JSON."""
LARGEST = 64_000_000
"""Characters that a packed card may have when it is unpacked; what claims more is not read."""
_PACKED = "xz:"
_WORDS = ("verification", "root_cause", "fix", "summary")
"""The fields a prompt may show, the most dispensable first."""


def pack(card: Card, longest: int) -> str:
    """Return the card in at most so many characters, cut as little as possible."""
    text = _written(card)
    lost: list[str] = []
    for name, smaller in _cuts():
        if len(text) <= longest:
            break
        lighter = smaller(card)
        if lighter != card:
            lost = [*lost, name] if name not in lost else lost
            card = lighter
            told = f"{card.summary} [left out to fit this store: {', '.join(lost)}]"
            text = _written(card.model_copy(update={"summary": told}))
    return text


def unpack(text: str) -> Card | None:
    """Return the card, or None for what is none, or was written by a later version."""
    try:
        if text.startswith(_PACKED):
            text = _inflated(base64.b64decode(text[len(_PACKED) :], validate=True))
        said = json.loads(text)
        if not isinstance(said, dict) or said.get("format", 0) > FORMAT:
            return None
        return Card.model_validate(said)
    except (ValueError, TypeError, lzma.LZMAError, ValidationError, RecursionError):
        return None


def _written(card: Card) -> str:
    # Pure ASCII, so that any text a program may print comes back as it was.
    text = json.dumps(card.model_dump(mode="json"), separators=(",", ":"))
    if len(text) <= PLAIN:
        return text
    return _PACKED + base64.b64encode(lzma.compress(text.encode(), preset=1)).decode()


def _inflated(data: bytes) -> str:
    inflater = lzma.LZMADecompressor(memlimit=LARGEST)
    text = inflater.decompress(data, LARGEST)
    if not inflater.eof:
        raise ValueError("larger than any card, or cut off")
    return text.decode()


def _cuts() -> Iterator[tuple[str, Callable[[Card], Card]]]:
    """Yield what may be cut, in this order; each takes a card and returns a smaller one."""
    yield "debug_steps", lambda card: card.model_copy(update={"debug_steps": ()})
    yield "reproduction", lambda card: card.model_copy(update={"reproduction": ""})
    yield "broken", partial(_fewer, name="broken")
    yield "files_changed", partial(_fewer, name="files_changed")
    for name in _WORDS:
        yield name, partial(_shorter, name=name, longest=1_000)
    yield "change", lambda card: card.model_copy(update={"change": None})
    for name in _WORDS:
        yield name, partial(_shorter, name=name, longest=200)
    yield "signature", _with_short_signature


def _fewer(card: Card, name: str) -> Card:
    return card.model_copy(update={name: tuple(cut(one, 200) for one in getattr(card, name)[:20])})


def _shorter(card: Card, name: str, longest: int) -> Card:
    return card.model_copy(update={name: cut(getattr(card, name), longest)})


def _with_short_signature(card: Card) -> Card:
    said = card.signature
    short = {name: cut(text, 200) for name, text in said.model_dump().items()}
    return card.model_copy(update={"signature": said.model_copy(update=short)})
