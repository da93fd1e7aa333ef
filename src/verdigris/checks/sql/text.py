"""What is known of a text before the program runs: its constant pieces, and holes between them.

A value may be one of several texts, or a collection whose elements are values. Everything is
bounded: of too many possibilities those with most holes are kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product

_MOST = 16
"""Texts that one value may be."""
_PIECES = 250
_SQLISH = re.compile(
    r"[=<>]|\b(?:select|from|where|and|or|like|in|between|order|by|limit|offset|set|values|into|"
    r"join|table|asc|desc|is|not|update|delete|insert|having|group|on|union|pragma|create|drop|"
    r"alter|database|schema|index|view|exists|using|as)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Lit:
    text: str
    line: int
    end: int


@dataclass(frozen=True, slots=True)
class Hole:
    """A place where something gets in that is not in the source."""

    what: str = ""
    line: int = 0
    stmt: int = 0
    """The first line of the statement that pastes it in."""
    safe: bool = False
    """Cannot break out: a number, a placeholder, a quoted name."""
    settled: bool = False
    """It has met SQL: the line is the one to mend."""
    source: bool = False
    """It comes from a request, in whole."""
    config: bool = False
    """Whoever made the object or the configuration chose it."""
    doubled: str = ""
    """Quotation marks of this kind are doubled in it: safe between such."""


Piece = Lit | Hole
Pieces = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Value:
    texts: tuple[Pieces, ...] = ()
    item: Value | None = None
    """Of a collection: what its elements may be, in order."""
    key: Value | None = None
    fields: tuple[tuple[str, Value], ...] | None = None
    """Of a table whose keys are all known; of a short list, by number."""


NOTHING = Value()
SAFE = Value(((Hole(safe=True),),))


def constant(text: str, line: int = 0, end: int = 0) -> Value:
    return Value(((Lit(text, line, end or line),),))


def unknown(what: str, *, source: bool = False, config: bool = False) -> Value:
    return Value(((Hole(what=what, source=source, config=config),),))


def collection(items: Iterable[Value], key: Value | None = None) -> Value:
    return Value(item=union(items), key=key)


def union(values: Iterable[Value]) -> Value:
    texts: dict[Pieces, None] = {}
    items: list[Value] = []
    keys: list[Value] = []
    fields: list[tuple[tuple[str, Value], ...] | None] = []
    for value in values:
        texts.update(dict.fromkeys(value.texts))
        items += [value.item] if value.item is not None else []
        keys += [value.key] if value.key is not None else []
        fields += [value.fields] if value.item is not None else []
    return Value(
        texts=most_telling(texts),
        item=union(items) if len(items) > 1 else items[0] if items else None,
        key=union(keys) if len(keys) > 1 else keys[0] if keys else None,
        fields=_merged(fields),
    )


def _merged(
    fields: Sequence[tuple[tuple[str, Value], ...] | None],
) -> tuple[tuple[str, Value], ...] | None:
    """Return the fields of one of several tables, where all have the same."""
    known = [dict(each) for each in fields if each is not None]
    if (
        not known
        or len(known) < len(fields)
        or any(each.keys() != known[0].keys() for each in known)
    ):
        return None
    if len(known) == 1:
        return fields[0]
    return tuple((key, union(each[key] for each in known)) for key in known[0])


def most_telling(texts: Iterable[Pieces]) -> tuple[Pieces, ...]:
    made = tuple(texts)
    if len(made) <= _MOST:
        return made
    return tuple(sorted(made, key=lambda each: (-len(_open(each)), -len(each)))[:_MOST])


def _open(pieces: Pieces) -> list[Hole]:
    return [each for each in pieces if isinstance(each, Hole) and not each.safe]


def as_text(value: Value, what: str) -> Value:
    """Return a collection that is pasted into a text as a text; a text is as it is."""
    if value.item is None:
        return value
    inside = [as_text(each, what) for each in (value.item, value.key) if each is not None]
    if any(_open(text) for each in inside for text in each.texts):
        return union([Value(value.texts), unknown(what)])
    return union([Value(value.texts), SAFE])


def concat(parts: Sequence[Value], lines: Sequence[int], stmt: int) -> Value:
    """Put values one after the other; `lines` are where each is pasted in."""
    if not parts:
        return constant("")
    marked = [
        [_marked(text, line, stmt) for text in part.texts]
        for part, line in zip(parts, lines, strict=True)
    ]
    if not all(marked):
        return NOTHING
    while _combinations(marked) > 8 * _MOST:
        longest = max(marked, key=len)
        longest[:] = list(most_telling(longest))[: max(1, len(longest) // 2)]
    combined = (
        settled(tuple(islice((piece for text in chosen for piece in text), _PIECES)))
        for chosen in product(*marked)
    )
    return Value(most_telling(dict.fromkeys(combined)))


def _combinations(marked: Sequence[Sequence[Pieces]]) -> int:
    number = 1
    for each in marked:
        number *= len(each)
    return number


def _marked(text: Pieces, line: int, stmt: int) -> Pieces:
    return tuple(
        replace(piece, line=line, stmt=stmt)
        if isinstance(piece, Hole) and not piece.settled
        else piece
        for piece in text
    )


def settled(pieces: Pieces) -> Pieces:
    if not any(isinstance(piece, Lit) and _SQLISH.search(piece.text) for piece in pieces):
        return pieces
    return tuple(
        replace(piece, settled=True) if isinstance(piece, Hole) else piece for piece in pieces
    )


def is_constant(value: Value) -> bool:
    """Tell whether a value, or each element of it, is known or harmless."""
    parts = [each for each in (value.item, value.key) if each is not None]
    known = [not _open(text) for text in value.texts]
    return all(known) and all(map(is_constant, parts)) and bool(known or parts)


def plain(value: Value) -> str | None:
    """Return the one constant text that a value is; None if it is not one."""
    if len(value.texts) != 1 or value.item is not None:
        return None
    pieces = value.texts[0]
    if all(isinstance(piece, Lit) for piece in pieces):
        return "".join(piece.text for piece in pieces if isinstance(piece, Lit))
    return None
