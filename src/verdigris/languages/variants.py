"""Other arguments for the same call, made by rule: what a user might pass next, and the edges.

Plain values in, plain values out. Only values of the same kind are put in place of others, since
what a function does with anything else is nobody's concern.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, zip_longest
from typing import Any

Arguments = tuple[Any, ...]
"""Of one call, in their order: None, truth values, numbers, texts, and lists, tuples, sets and
dicts of such."""
_LONGEST = 400
"""Characters of a call that is still worth varying."""


def by_function(calls: Iterable[tuple[str, Arguments]], limit: int) -> list[tuple[str, Arguments]]:
    """Return calls of functions by name, and variants of them, each function with its share."""
    of: dict[str, list[Arguments]] = {}
    for name, given in calls:
        of.setdefault(name, []).append(given)
    each = limit // len(of) if of else 0
    return [(name, given) for name, some in of.items() for given in varied(some, each)][:limit]


def varied(calls: Sequence[Arguments], limit: int) -> list[Arguments]:
    """Return the calls themselves, then variants of each by turns, at most so many, none twice."""
    rounds = zip_longest(*(_variants(call) for call in calls if len(repr(call)) <= _LONGEST))
    found: dict[str, Arguments] = {}
    for one in (*calls, *(each for several in rounds for each in several if each is not None)):
        found.setdefault(repr(one), one)
        if len(found) >= limit:
            break
    return list(found.values())


def _variants(call: Arguments) -> Iterator[Arguments]:
    """Yield the call with one argument changed, the arguments by turns."""
    columns = [
        [(*call[:place], other, *call[place + 1 :]) for other in _others(value)]
        for place, value in enumerate(call)
    ]
    for row in zip_longest(*columns):
        yield from (one for one in row if one is not None)


def _others(value: Any) -> Iterator[Any]:
    match value:
        case bool():
            yield not value
        case int():
            yield from (0, -value, value + 1, value - 1, 1, -1, 2 * value)
        case float():
            yield from (0.0, -value, value + 1, value / 2)
        case str():
            yield from _texts(value)
        case list() | tuple():
            yield from (type(value)(some) for some in _series(list(value)))
        case set():
            yield from (set(some) for some in _series(sorted(value, key=repr)))
        case dict():
            yield from _tables(value)


def _texts(value: str) -> Iterator[str]:
    yield from ("", f" {value} ", value.upper(), value.lower(), value[:1], value[::-1])
    yield from (value.replace(" ", "  "), f"{value}{value}", f"{value}\n", " ", value[1:])


def _series(value: list[Any]) -> Iterator[list[Any]]:
    yield []
    yield value[::-1]
    yield value[:1]
    yield value + value
    first = value[0] if value else None
    for other in islice(_others(first), 2):
        yield [other, *value]
        yield [*value, other]
    yield value[1:]


def _tables(value: dict[Any, Any]) -> Iterator[dict[Any, Any]]:
    yield {}
    for name in list(value)[:2]:
        yield {key: kept for key, kept in value.items() if key != name}
        for other in islice(_others(value[name]), 2):
            yield {**value, name: other}


def plain(values: Iterable[Any]) -> bool:
    """Tell whether values can be varied and written down again."""
    return all(_is_plain(value) for value in values)


def _is_plain(value: Any) -> bool:
    match value:
        case float():
            return math.isfinite(value)
        case None | bool() | int() | str():
            return True
        case list() | tuple() | set():
            return plain(value)
        case dict():
            return plain(value) and plain(value.values())
    return False
