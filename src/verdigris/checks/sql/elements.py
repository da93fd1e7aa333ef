"""What the elements of a collection are: in a loop, and after something was added."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from verdigris.checks.sql import model as m
from verdigris.checks.sql.showing import show
from verdigris.checks.sql.text import NOTHING, SAFE, Value, collection, union, unknown

if TYPE_CHECKING:
    from verdigris.checks.sql.naming import Frame, Naming


def element(
    evaluator: Naming, source: m.Node, path: Sequence[int | str], frame: Frame
) -> Value | None:
    """Return what a loop over one of the usual iterators gives; None for any other source."""
    if not isinstance(source, m.Call):
        return None
    place = path[0] if path else 0
    receiver = source.func.of if isinstance(source.func, m.Attr) else None
    match source.called:
        case "enumerate" if source.args:
            if place == 0:
                return SAFE
            inner = m.Target(path[-1] if isinstance(path[-1], str) else "", path=tuple(path[1:]))
            return evaluator.element_of(source.args[0], inner, frame)
        case "range":
            return SAFE
        case "zip" if isinstance(place, int) and place < len(source.args) and path:
            return evaluator.value(source.args[place], frame).item or unknown(
                show(source.args[place])
            )
        case "items" | "entries" if path:
            whole = source.args[0] if source.args else receiver
            value = evaluator.value(whole, frame) if whole is not None else NOTHING
            return (value.key if place == 0 else value.item) or unknown(
                f"{'a key' if place == 0 else 'a value'} of {show(whole or source)}"
            )
    return None


def grown(evaluator: Naming, use: m.Call | m.Bind, frame: Frame) -> list[Value]:
    """Return what a call or a store adds to a collection."""
    if isinstance(use, m.Bind):
        keys = [
            evaluator.value(t.place.key, frame)
            for t in use.targets
            if isinstance(t.place, m.Item) and not isinstance(t.place.key, m.Safe)
        ]
        return [collection([evaluator.value(use.value, frame)], key=union(keys) if keys else None)]
    args = use.args[1:] if use.called == "insert" else use.args
    values = [evaluator.value(each, frame) for each in args]
    if use.called in ("extend", "update"):
        return [v if v.item is not None else collection([v]) for v in values]
    spread = [
        v.item if isinstance(a, m.Spread) and v.item is not None else v
        for a, v in zip(args, values, strict=True)
    ]
    return [collection(spread)]
