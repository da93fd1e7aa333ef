"""What the methods of texts and collections make of them, in both languages."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from verdigris.checks.sql import model as m
from verdigris.checks.sql import templates
from verdigris.checks.sql.elements import element
from verdigris.checks.sql.showing import show
from verdigris.checks.sql.text import (
    SAFE,
    Value,
    as_text,
    collection,
    constant,
    is_constant,
    plain,
    union,
    unknown,
)
from verdigris.checks.sql.words import words

if TYPE_CHECKING:
    from verdigris.checks.sql.evaluate import Evaluator
    from verdigris.checks.sql.naming import Frame

_SAME_LIST = words("reverse sort toSorted toReversed filter slice copy flat")
Method = Callable[["Evaluator", m.Call, m.Node, "Frame"], Value | None]


def _join(evaluator: Evaluator, node: m.Call, of: m.Node, frame: Frame) -> Value | None:
    python = evaluator.module.language == "py"
    if python and not node.args:
        return None
    listed = node.args[0] if python else of
    between = of if python else node.args[0] if node.args else None
    whole = evaluator.value(listed, frame)
    separator = evaluator.value(between, frame) if between is not None else constant(",")
    if whole.item is None:
        return SAFE if is_constant(whole) else unknown(show(listed))
    inner = whole.key if python and whole.key is not None else whole.item  # a dict: its keys
    return templates.joined(evaluator, node, separator, as_text(inner, show(listed)))


def _written(evaluator: Evaluator, node: m.Call, of: m.Node, frame: Frame) -> Value | None:
    whole = evaluator.value(of, frame)
    if whole.item is None:
        return None
    return templates.joined(evaluator, node, constant(""), whole.item)


def _format(evaluator: Evaluator, node: m.Call, of: m.Node, frame: Frame) -> Value | None:
    if evaluator.module.language != "py":
        return None
    template = evaluator.value(of, frame)
    args = [(each, as_text(evaluator.value(each, frame), show(each))) for each in node.args]
    named = {
        each.name: (each.value, as_text(evaluator.value(each.value, frame), show(each.value)))
        for each in node.named
    }
    if node.called == "format_map" and node.args:
        value = evaluator.value(node.args[0], frame)
        named = {key: (node.args[0], inner) for key, inner in value.fields or ()}
    return templates.braces(evaluator, node, template, args, named)


def _replace(evaluator: Evaluator, node: m.Call, of: m.Node, frame: Frame) -> Value | None:
    if len(node.args) < 2:
        return None
    whole = evaluator.value(of, frame)
    old, new = evaluator.value(node.args[0], frame), evaluator.value(node.args[1], frame)
    pattern = plain(old)
    if isinstance(node.args[0], m.Call) and node.args[0].called == "RegExp":
        said = node.args[0].args[0] if node.args[0].args else None
        pattern = said.value.strip("/g") if isinstance(said, m.Text) else None
    return templates.replaced(evaluator, node, whole, pattern, as_text(new, show(node.args[1])))


def _get(evaluator: Evaluator, node: m.Call, of: m.Node, frame: Frame) -> Value | None:
    whole = evaluator.value(of, frame)
    if whole.item is None:
        return None
    more = [evaluator.value(each, frame) for each in node.args[1:2]]
    return union((whole.item, *more))


def _keys(evaluator: Evaluator, node: m.Call, of: m.Node, frame: Frame) -> Value | None:
    source = node.args[0] if node.args else of
    value = evaluator.value(source, frame)
    wanted = value.key if node.called == "keys" else value.item
    shown = f"the {node.called} of {show(source)}"
    return collection([wanted if wanted is not None else unknown(shown)])


def _map(evaluator: Evaluator, node: m.Call, of: m.Node, frame: Frame) -> Value | None:
    if not node.args:
        return None
    whole = evaluator.value(of, frame)
    inner = whole.item
    func = node.args[0]
    pair = element(evaluator, of, (0,), frame), element(evaluator, of, (1,), frame)
    if inner is None and pair[0] is not None and pair[1] is not None:
        inner = Value(item=union(p for p in pair if p), fields=(("0", pair[0]), ("1", pair[1])))
    if inner is None:
        shown = f"an element of {show(of)}"
        inner = SAFE if is_constant(whole) and whole.texts else unknown(shown)
    made = evaluator.apply(func, [inner, SAFE], frame)
    if node.called == "flatMap" and made.item is not None:
        return made
    return collection([made])


def _split(evaluator: Evaluator, node: m.Call, of: m.Node, frame: Frame) -> Value | None:
    return collection([evaluator.value(of, frame)])


def _concat(evaluator: Evaluator, node: m.Call, of: m.Node, frame: Frame) -> Value | None:
    values = [evaluator.value(each, frame) for each in (of, *node.args)]
    if any(each.item is not None for each in values):
        return union(each for each in values if each.item is not None)
    return evaluator.joined(node, values, [each.line for each in (of, *node.args)])


def _fill(evaluator: Evaluator, node: m.Call, of: m.Node, frame: Frame) -> Value | None:
    return collection([evaluator.value(each, frame) for each in node.args[:1]])


def _array_from(evaluator: Evaluator, node: m.Call, of: m.Node, frame: Frame) -> Value | None:
    if show(of) != "Array" or len(node.args) < 2:
        return None
    source = evaluator.value(node.args[0], frame)
    inner = source.item if source.fields is None and source.item is not None else SAFE
    return collection([evaluator.apply(node.args[1], [inner, SAFE], frame)])


def _repeat(evaluator: Evaluator, node: m.Call, of: m.Node, frame: Frame) -> Value | None:
    return evaluator.value(of, frame)


def _same_list(evaluator: Evaluator, node: m.Call, of: m.Node, frame: Frame) -> Value | None:
    value = evaluator.value(of, frame)
    return value if value.item is not None else None


def _filtered(evaluator: Evaluator, node: m.Call, of: m.Node, frame: Frame) -> Value | None:
    test = node.args[0] if node.args else None
    if isinstance(test, m.Func) and test.params and test.body.stmts:
        said = test.body.stmts[-1]
        if isinstance(said, m.Return) and said.value is not None and (
            evaluator.flow.guards.implies(said.value, test.params[0].name, True)
        ):  # fmt: skip
            return collection([SAFE])
    return _same_list(evaluator, node, of, frame)


def _both(evaluator: Evaluator, node: m.Call, of: m.Node, frame: Frame) -> Value | None:
    """Return the one of two collections that is known: what both have is in it."""
    values = [evaluator.value(each, frame) for each in (of, *node.args[:1])]
    return next((v for v in values if v.item is not None and is_constant(v)), None)


def _substitute(evaluator: Evaluator, node: m.Call, of: m.Node, frame: Frame) -> Value | None:
    """`string.Template(…).substitute(…)`."""
    if not (isinstance(of, m.Call) and of.called == "Template" and of.args):
        return None
    template = evaluator.value(of.args[0], frame)
    named = {each.name: (each.value, evaluator.value(each.value, frame)) for each in node.named}
    return templates.dollars(evaluator, node, template, named)


METHODS: dict[str, Method] = {
    "join": _join, "getvalue": _written, "format": _format, "format_map": _format,
    "replace": _replace,
    "replaceAll": _replace, "get": _get, "pop": _get, "setdefault": _get, "keys": _keys,
    "values": _keys, "map": _map, "flatMap": _map, "split": _split, "splitlines": _split,
    "concat": _concat, "fill": _fill, "from": _array_from, "filter": _filtered,
    "intersection": _both, "substitute": _substitute, "safe_substitute": _substitute,
    "find": _get, "at": _get, "repeat": _repeat,
    **dict.fromkeys(_SAME_LIST - {"filter"}, _same_list),
}  # fmt: skip
