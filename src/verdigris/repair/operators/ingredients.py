"""How well one name stands in for another: alike, opposite, used alike, of the same type, near."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher
from functools import lru_cache

from verdigris.repair.operators.scope import Known, Scope

_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_NUMBERS = {"int", "float", "bool", "complex", "Decimal", "Fraction"}
PLAIN = {
    "bool": ("False", "True"), "list": ("[]",), "int": ("0", "1", "-1"), "str": ('""',),
    "dict": ("{}",), "set": ("set()",), "float": ("0.0", "0"), "tuple": ("()",),
    "NoneType": ("None",),
}  # fmt: skip
"""Plain values of a type, the likeliest first."""
_PAIRS = (
    "left right", "lo hi", "low high", "start end", "start stop", "begin end", "first last",
    "min max", "row col", "rows cols", "row column", "rows columns", "x y", "i j", "j k", "a b",
    "m n", "width height", "w h", "src dst", "source target", "source destination", "key value",
    "k v", "old new", "prev next", "previous current", "prev curr", "before after", "head tail",
    "parent child", "u v", "up down", "lower upper", "top bottom", "input output", "in out",
    "index value", "item items", "node nodes", "this other", "self other", "p q", "s t", "dx dy",
    "num den", "numerator denominator", "expected actual", "name names", "line lines", "word words",
    "append extend", "add remove", "push pop", "get set", "open close", "sent received",
    "read write",
    "debit credit", "total count", "sum count", "length size", "xs ys", "x1 x2", "y1 y2", "n k",
    "buy sell", "from to", "true false", "even odd", "result results", "found seen",
)  # fmt: skip
_OPPOSITES = frozenset(frozenset(pair.split()) for pair in _PAIRS)


@lru_cache(maxsize=20_000)
def likeness(one: str, other: str) -> float:
    """Return from 0 to 1 how easily two names are mistaken for each other."""
    if one == other:
        return 1.0
    if frozenset((one, other)) in _OPPOSITES:
        return 1.0
    first, second = words(one), words(other)
    if _differ_in_opposites(first, second):
        return 0.95
    shared = len(set(first) & set(second)) / max(len(set(first) | set(second)), 1)
    spelled = SequenceMatcher(None, one, other, autojunk=False).ratio()
    if len(one) <= 2 and len(other) <= 2:
        spelled = max(spelled, 0.6)  # short names are counters and coordinates
    return max(shared * 0.9, spelled * 0.8)


def _differ_in_opposites(first: tuple[str, ...], second: tuple[str, ...]) -> bool:
    if len(first) != len(second):
        return False
    unlike = [frozenset(pair) for pair in zip(first, second, strict=True) if pair[0] != pair[1]]
    return 0 < len(unlike) <= 2 and all(pair in _OPPOSITES for pair in unlike)


@lru_cache(maxsize=20_000)
def words(name: str) -> tuple[str, ...]:
    return tuple(word.casefold() for word in _WORDS.findall(name))


def agreement(one: Iterable[str], other: Iterable[str]) -> float:
    """Return how well two sets of types agree; not knowing is no disagreement."""
    first, second = _kinds(one), _kinds(other)
    if not first or not second:
        return 0.7
    return 1.0 if first & second else 0.2


def _kinds(types: Iterable[str]) -> set[str]:
    return {"number" if name in _NUMBERS else name for name in types if name != "NoneType"}


def stand_ins(
    scope: Scope, name: str, role: str, line: int, types: Iterable[str] = (), most: int = 12
) -> list[tuple[str, float]]:
    """Return variables that may have been meant instead of a name, best first, with their fit."""
    own = scope.names.get(name)
    wanted = tuple(types) or (own.types if own else ())
    found = []
    for known in scope.names.values():
        if known.id == name or not _may_stand(known, own):
            continue
        if known.id in ("self", "cls") and not role.startswith("has "):
            continue
        fit = 0.35 + 0.35 * likeness(name, known.id) + 0.15 * (role in known.roles)
        if own and own.roles & known.roles:
            fit += 0.15
        if not known.reads and known.kind in ("parameter", "local"):
            fit += 0.3  # bound and never read: it was forgotten somewhere
        fit = min(fit, 1.0) * agreement(wanted, known.types) * _nearness(known, line)
        found.append((known.id, round(fit, 4)))
    return sorted(found, key=lambda row: (-row[1], row[0]))[:most]


def _may_stand(known: Known, own: Known | None) -> bool:
    if known.kind in ("builtin", "module", "class", "function"):
        return own is not None and own.kind == known.kind
    return not known.id.startswith("__")


def _nearness(known: Known, line: int) -> float:
    if known.kind == "local" and known.bound > line:
        return 0.3  # bound further down: right only inside a loop
    return {"parameter": 1.0, "local": 1.0, "outer": 0.8}.get(known.kind, 0.5)
