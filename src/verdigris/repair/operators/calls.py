"""Calls: arguments swapped, dropped, added or changed; a call missing or too much."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import pairwise

from verdigris.repair.operators.base import Draft, Operator, Site, short
from verdigris.repair.operators.ingredients import agreement, likeness, stand_ins
from verdigris.repair.operators.names import arity_of
from verdigris.repair.operators.scope import parameters
from verdigris.repair.source import FUNCTIONS, Function

_UNPACKED = (ast.Name, ast.Attribute, ast.Subscript, ast.GeneratorExp, ast.ListComp)


def _called_function(site: Site, call: ast.Call) -> tuple[Function, int] | None:
    """Return the function of this file that is called, and how many arguments Python adds."""
    facts, func = site.scope.facts, call.func
    if isinstance(func, ast.Name):
        if owner := facts.classes.get(func.id):
            inner = [n for n in owner.body if isinstance(n, FUNCTIONS) and n.name == "__init__"]
            return (inner[0], 1) if inner else None
        return next(((node, 0) for node in facts.functions.get(func.id, ())), None)
    if isinstance(func, ast.Attribute):
        methods = [node for node in facts.functions.get(func.attr, ()) if facts.is_method(node)]
        return (methods[0], 1) if methods else None
    return None


def swapped(site: Site) -> Iterator[Draft]:
    assert isinstance(site.node, ast.Call)
    args = site.node.args
    for number, (one, other) in enumerate(pairwise(args)):
        yield from site.swap(one, other, 0.8**number)
    if len(args) > 2:
        yield from site.swap(args[0], args[-1], 0.3)
    words = [word for word in site.node.keywords if word.arg]
    for one_word, other_word in pairwise(words):
        yield from site.swap(one_word.value, other_word.value, 0.5)


def dropped(site: Site) -> Iterator[Draft]:
    assert isinstance(site.node, ast.Call)
    given: list[ast.expr | ast.keyword] = [*site.node.args, *site.node.keywords]
    pieces = sorted(given, key=lambda piece: (piece.lineno, piece.col_offset))
    spans = [site.source.span(piece) for piece in pieces]
    for number, (piece, span) in enumerate(zip(pieces, spans, strict=True)):
        if span is None:
            continue
        start, end = span
        after = spans[number + 1] if number + 1 < len(spans) else None
        before = spans[number - 1] if number else None
        if after:
            end = after[0]
        elif before:
            start = before[1]
        fit = 1.0 if isinstance(piece, ast.keyword) or number == len(pieces) - 1 else 0.5
        yield site.at(start, end, "", f"`{short(site.text(piece))}` is no longer passed", fit)


def added(site: Site) -> Iterator[Draft]:
    """Pass one more argument: a parameter by its name, or a variable that fits."""
    assert isinstance(site.node, ast.Call)
    call = site.node
    found = _called_function(site, call)
    if found is not None:
        yield from _missing(site, call, *found)
    else:
        for known in site.scope.variables:
            if known.kind == "parameter" and not known.reads and known.id != "self":
                yield from _with(site, call, f"{known.id}={known.id}", 0.9, last=True)
    for fit, name in _likely_arguments(site, call):
        if found is None or len(call.args) < arity_of(found[0])[1] - found[1]:
            yield from _with(site, call, name, fit * (1.0 if found else 0.35), last=True)
            if call.args and found:
                yield from _with(site, call, name, fit * 0.4, last=False)


def _missing(site: Site, call: ast.Call, function: Function, given: int) -> Iterator[Draft]:
    """Pass on what the called function can take and the caller has: `depth=depth`."""
    words = {word.arg for word in call.keywords}
    taken = {arg.arg for arg in function.args.args[: len(call.args) + given]}
    for arg in parameters(function):
        starred = arg in (function.args.vararg, function.args.kwarg)
        if starred or arg.arg in words | taken | {"self", "cls"}:
            continue
        known = site.scope.names.get(arg.arg)
        if known is not None and known.kind in ("parameter", "local", "outer"):
            yield from _with(site, call, f"{arg.arg}={arg.arg}", 1.0, last=True)
            yield from _with(site, call, arg.arg, 0.9, last=True)
        for name, fit in stand_ins(site.scope, arg.arg, "", call.lineno, most=3):
            yield from _with(site, call, f"{arg.arg}={name}", 0.3 * fit, last=True)


def _likely_arguments(site: Site, call: ast.Call) -> list[tuple[float, str]]:
    used = {site.text(arg) for arg in call.args}
    rows = []
    for known in site.scope.variables:
        if known.id not in used and known.id not in ("self", "cls"):
            fit = 0.5 if known.kind == "parameter" else 0.35
            rows.append((fit if known.reads else 1.0, known.id))
    return sorted(rows, key=lambda row: (-row[0], row[1]))[:5]


def _with(site: Site, call: ast.Call, text: str, fit: float, *, last: bool) -> Iterator[Draft]:
    span = site.source.span(call)
    if span is None:
        return
    what = f"`{short(site.text(call.func))}` also gets `{text}`"
    pieces: list[ast.expr | ast.keyword] = [*call.args, *call.keywords]
    if not pieces:
        yield site.at(span[1] - 1, span[1] - 1, text, what, fit)
        return
    if "=" not in text and call.keywords and last and call.args:
        pieces = [*call.args]
    ends = [s for piece in pieces if (s := site.source.span(piece))]
    if not ends:
        return
    if last:
        at = max(end for _, end in ends)
        yield site.at(at, at, f", {text}", what, fit)
    else:
        at = min(start for start, _ in ends)
        yield site.at(at, at, f"{text}, ", what, fit)


def named(site: Site) -> Iterator[Draft]:
    """Give a keyword argument another value, or its value another keyword."""
    assert isinstance(site.node, ast.keyword)
    word = site.node
    if word.arg is None:
        return
    known = site.scope.names.get(word.arg)
    if known is not None and known.kind in ("parameter", "local", "outer"):
        yield from site.put(word.arg, 0.9, word.value)
    call = site.parent
    found = _called_function(site, call) if isinstance(call, ast.Call) else None
    span = site.source.span(word)
    if found and span:
        for arg in parameters(found[0]):
            if arg.arg not in (word.arg, "self", "cls"):
                new = f"{arg.arg}={site.text(word.value)}"
                like = 0.3 + 0.5 * likeness(arg.arg, word.arg)
                yield site.at(*span, new, f"`{word.arg}=` becomes `{arg.arg}=`", like)


def unpacked(site: Site) -> Iterator[Draft]:
    """`f(args)` was meant as `f(*args)`, or the other way round."""
    assert isinstance(site.node, ast.Call)
    for arg in site.node.args:
        if isinstance(arg, ast.Starred):
            yield from site.put(site.text(arg.value), 0.6, arg)
        elif isinstance(arg, _UNPACKED):
            types = site.scope.types_of(arg)
            fit = agreement(types, ("list", "tuple", "set")) if types else 0.25
            if _is_variadic(site, arg) or _name(site.node) in ("zip", "gather", "chain"):
                fit = 1.0
            if span := site.source.span(arg):
                yield site.at(*span, f"*{site.text(arg)}", f"`{site.text(arg)}` is unpacked", fit)


def _is_variadic(site: Site, node: ast.expr) -> bool:
    """Tell whether a name is what the function gets as `*args`."""
    rest = site.function.args.vararg if site.function else None
    return rest is not None and isinstance(node, ast.Name) and node.id == rest.arg


def _name(call: ast.Call) -> str:
    return getattr(call.func, "id", getattr(call.func, "attr", ""))


def made(site: Site) -> Iterator[Draft]:
    """Add the brackets of a call: `if self.ready` → `if self.ready()`."""
    node = site.node
    if isinstance(getattr(node, "ctx", None), ast.Store | ast.Del):
        return
    if isinstance(site.parent, ast.Call) and site.parent.func is node:
        return
    if isinstance(node, ast.Attribute):
        defined = _is_defined(site, node.attr, method=True)
        usual = node.attr in _USUALLY_CALLED
        if defined or usual:
            yield from site.put(f"{site.text()}()", 1.0 if defined else 0.8)
    elif isinstance(node, ast.Name) and _is_defined(site, node.id, method=False):
        yield from site.put(f"{node.id}()", 0.3)


def unmade(site: Site) -> Iterator[Draft]:
    """Name a function instead of calling it: `key=f()` → `key=f`."""
    assert isinstance(site.node, ast.Call)
    call = site.node
    if not call.args and not call.keywords and not isinstance(site.parent, ast.Expr):
        yield from site.put(site.text(call.func), 0.5)


def _is_defined(site: Site, name: str, *, method: bool) -> bool:
    facts = site.scope.facts
    return any(
        facts.is_method(node) == method
        and not any("property" in site.text(decorator) for decorator in node.decorator_list)
        for node in facts.functions.get(name, ())
    )


_USUALLY_CALLED = {
    "strip", "lower", "upper", "keys", "values", "items", "copy", "split", "read", "close", "pop",
    "sort", "isdigit", "isalpha", "isspace", "isupper", "islower", "title", "total_seconds",
}  # fmt: skip
_ON = (ast.Call,)
OPERATORS = (
    Operator("call.swapped", 0.55, _ON, swapped, "`f(a, b)` → `f(b, a)`"),
    Operator("call.dropped", 0.2, _ON, dropped, "`f(a, b)` → `f(a)`"),
    Operator("call.added", 0.45, _ON, added, "`walk(node)` → `walk(node, depth=depth)`"),
    Operator("call.named", 0.5, (ast.keyword,), named, "`f(start=x)` → `f(stop=x)`"),
    Operator("call.unpacked", 0.25, _ON, unpacked, "`f(args)` → `f(*args)`"),
    Operator("call.made", 0.5, (ast.Attribute, ast.Name), made, "`s.strip` → `s.strip()`"),
    Operator("call.unmade", 0.15, _ON, unmade, "`key=f()` → `key=f`"),
)
