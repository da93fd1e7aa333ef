"""Texts with places to fill: `%s`, `{}`, `$name`, `.replace`, `.join`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from verdigris.checks.sql import model as m
from verdigris.checks.sql.text import (
    NOTHING,
    SAFE,
    Hole,
    Lit,
    Pieces,
    Value,
    concat,
    constant,
    union,
    unknown,
)

if TYPE_CHECKING:
    from verdigris.checks.sql.evaluate import Evaluator

Given = tuple[m.Node, Value]
_PERCENT = re.compile(r"%(?:\((\w+)\))?[-+ #0]*(?:\*|[1-9]\d*)?(?:\.\d+)?([a-zA-Z%])")
_BRACES = re.compile(r"\{\{|\}\}|\{([^{}!:]*)(?:![rsa])?(?::([^{}]*))?\}")
_DOLLARS = re.compile(r"\$(?:\{(\w+)\}|(\w+))")
_NUMERIC = frozenset("diouxXeEfFgGc")
_SHOWN = 12
"""Elements of a collection that a join shows."""


def percent(
    evaluator: Evaluator,
    node: m.Node,
    template: Value,
    args: Sequence[Given],
    named: Mapping[str, Given],
) -> Value:
    taken = iter(range(10_000))

    def fill(match: re.Match[str]) -> Value | str:
        name, kind = match.groups()
        if kind == "%":
            return "%"
        given = named.get(name) if name else None
        if given is None:
            place = next(taken) if not name else 0
            given = args[place] if place < len(args) else args[-1] if args else None
        if kind in _NUMERIC:
            return SAFE
        return given[1] if given is not None else unknown(name or "a value")

    return _filled(evaluator, node, template, _PERCENT, fill)


def braces(
    evaluator: Evaluator,
    node: m.Node,
    template: Value,
    args: Sequence[Given],
    named: Mapping[str, Given],
) -> Value:
    taken = iter(range(10_000))

    def fill(match: re.Match[str]) -> Value | str:
        if match.group() in ("{{", "}}"):
            return match.group()[0]
        name = re.split(r"[.\[]", match.group(1))[0]
        place = next(taken) if not name else int(name) if name.isdecimal() else -1
        if (match.group(2) or "").endswith(("d", "f", "x")):
            return SAFE
        if name in named:
            return named[name][1]
        spread = next((v for n, v in args if isinstance(n, m.Spread)), None)
        if 0 <= place < len(args):
            value = args[place][1]
            return spread.item or value if spread is not None else value
        rest = named.get("**")
        if rest is not None:
            known = dict(rest[1].fields or ())
            return known[name] if name in known else unknown(name)
        return unknown(name or "a value")

    return _filled(evaluator, node, template, _BRACES, fill)


def dollars(
    evaluator: Evaluator, node: m.Node, template: Value, named: Mapping[str, Given]
) -> Value:
    def fill(match: re.Match[str]) -> Value | str:
        name = match.group(1) or match.group(2)
        return named[name][1] if name in named else match.group()

    return _filled(evaluator, node, template, _DOLLARS, fill)


def replaced(
    evaluator: Evaluator, node: m.Node, whole: Value, pattern: str | None, new: Value
) -> Value:
    if pattern in ("'", '"', "`"):
        said = {"".join(p.text for p in text if isinstance(p, Lit)) for text in new.texts}
        if said <= {pattern, 2 * pattern}:  # once: a mark times two, whose number is not known
            return Value(tuple(_doubled(text, pattern) for text in whole.texts), whole.item)
    if not pattern:
        return union((whole, new)) if _has_text(whole) else whole
    return _filled(evaluator, node, whole, re.compile(re.escape(pattern)), lambda _: new)


def _doubled(text: Pieces, mark: str) -> Pieces:
    return tuple(replace(p, doubled=mark) if isinstance(p, Hole) else p for p in text)


def _has_text(value: Value) -> bool:
    return any(isinstance(piece, Lit) for text in value.texts for piece in text)


def joined(evaluator: Evaluator, node: m.Node, separator: Value, items: Value) -> Value:
    """Return the elements in order with the separator between, as if all were there."""
    if not items.texts or not separator.texts:
        return constant("") if items is not NOTHING else NOTHING
    different = {_spelt(text): text for text in reversed(items.texts)}
    texts = sorted(different.values(), key=lambda text: not any(isinstance(p, Hole) for p in text))
    kept = [text for text in items.texts if text in texts[:_SHOWN]]
    parts: list[Value] = []
    for text in kept:
        if parts:
            parts.append(Value(separator.texts[:1]))
        parts.append(Value((text,)))
    return evaluator.joined(node, parts, [node.line] * len(parts))


def _spelt(text: Pieces) -> tuple[str, ...]:
    return tuple(piece.text if isinstance(piece, Lit) else f"\0{piece.what}" for piece in text)


def _filled(
    evaluator: Evaluator,
    node: m.Node,
    template: Value,
    pattern: re.Pattern[str],
    fill: Callable[[re.Match[str]], Value | str],
) -> Value:
    """Fill the places in each text that the template may be."""
    made = []
    for text in template.texts:
        parts: list[Value] = []
        for piece in text:
            parts += _cut(piece, pattern, fill) if isinstance(piece, Lit) else [Value(((piece,),))]
        line = next((p.line for p in text if isinstance(p, Lit)), node.line)
        inside = node.line <= line <= node.end
        where = line if inside else node.line
        made.append(concat(parts, [where] * len(parts), _statement(evaluator, node)))
    return union(made) if made else NOTHING


def _statement(evaluator: Evaluator, node: m.Node) -> int:
    from verdigris.checks.sql.flow import statement_of

    return statement_of(node).line


def _cut(
    piece: Lit, pattern: re.Pattern[str], fill: Callable[[re.Match[str]], Value | str]
) -> list[Value]:
    parts: list[Value] = []
    held, last = "", 0
    for match in pattern.finditer(piece.text):
        held += piece.text[last : match.start()]
        last = match.end()
        value = fill(match)
        if isinstance(value, str):
            held += value
            continue
        if held:
            parts.append(constant(held, piece.line, piece.end))
        parts.append(value)
        held = ""
    held += piece.text[last:]
    if held or not parts:
        parts.append(constant(held, piece.line, piece.end))
    return parts
