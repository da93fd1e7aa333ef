"""Indices and slices: off by one, from the other end, bounds added and dropped."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from verdigris.repair.operators.base import Draft, Operator, Site, becomes
from verdigris.repair.operators.placing import Tie, joined

_LIST = {"list", "tuple", "str", "bytes", "deque"}


def index(site: Site) -> Iterator[Draft]:
    assert isinstance(site.node, ast.Subscript)
    node = site.node
    if isinstance(node.slice, ast.Slice):
        return
    own = site.text(node.slice)
    if own in ("0", "-1", "1"):
        for place, new in enumerate(n for n in ("-1", "0", "1", "-2") if n != own):
            yield from site.put(new, 0.8**place, node.slice)
    elif isinstance(node.slice, ast.Tuple) and len(node.slice.elts) == 2:
        yield from site.swap(node.slice.elts[0], node.slice.elts[1], 0.8)
    elif _LIST & set(site.scope.types_of(node.value)) and not isinstance(node.slice, ast.Tuple):
        for new in (f"-{joined(own, Tie.SIGN)}", "-1", "0"):
            yield from site.put(new, 0.2, node.slice)


def crossed(site: Site) -> Iterator[Draft]:
    """`grid[x][y]` was meant as `grid[y][x]`."""
    assert isinstance(site.node, ast.Subscript)
    inner = site.node.value
    if isinstance(inner, ast.Subscript):
        if not isinstance(site.node.slice, ast.Slice) and not isinstance(inner.slice, ast.Slice):
            yield from site.swap(site.node.slice, inner.slice)
        yield from site.put(site.text(inner), 0.2)


def bounds(site: Site) -> Iterator[Draft]:
    assert isinstance(site.node, ast.Slice)
    node = site.node
    lower, upper, step = (site.text(n) if n else "" for n in (node.lower, node.upper, node.step))
    span = site.source.span(node)
    for fit, new in _slices(lower, upper, step) if span else ():
        if span and new != site.text():
            yield site.at(*span, new, becomes(f"[{site.text()}]", f"[{new}]"), fit)


def _slices(lower: str, upper: str, step: str) -> Iterator[tuple[float, str]]:
    end = f":{step}" if step else ""
    if lower:
        yield 0.6, f":{upper}{end}"
        yield 0.7, f"{_more(lower)}:{upper}{end}"
        yield 0.6, f"{_less(lower)}:{upper}{end}"
    else:
        yield 0.8, f"1:{upper}{end}"
    if upper:
        yield 0.6, f"{lower}:{end}"
        yield 0.8, f"{lower}:{_more(upper)}{end}"
        yield 0.8, f"{lower}:{_less(upper)}{end}"
    else:
        yield 0.7, f"{lower}:-1{end}"
    if step:
        yield 0.6, f"{lower}:{upper}"
        if step.isdigit() or step == "-1":
            yield 0.4, f"{lower}:{upper}:{-int(step)}"
    else:
        yield 0.5, f"{lower}:{upper}:-1"
        yield 0.25, f"{lower}:{upper}:2"
    if lower and not upper:
        yield 0.8, f":{lower}{end}"
        yield 0.5, f"-{joined(lower, Tie.SIGN)}:{end}"
    elif upper and not lower:
        yield 0.8, f"{upper}:{end}"
        yield 0.5, f":-{joined(upper, Tie.SIGN)}{end}"


def _more(text: str) -> str:
    return _moved(text, 1)


def _less(text: str) -> str:
    return _moved(text, -1)


def _moved(text: str, by: int) -> str:
    """Return a bound moved by one, as a person would write it."""
    if text.lstrip("-").isdigit():
        return str(int(text) + by)
    back = " - 1" if by > 0 else " + 1"
    if text.endswith(back):
        return text[: -len(back)]
    return f"{joined(text, Tie.SUM)} {'+' if by > 0 else '-'} 1"


def sliced(site: Site) -> Iterator[Draft]:
    """Take a part instead of the whole or of one item, or the whole instead of a part."""
    node = site.node
    if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice):
        if isinstance(node.ctx, ast.Load) and not {"dict"} & set(site.scope.types_of(node.value)):
            own = site.text(node.slice)
            yield from site.put(f"{own}:", 0.4, node.slice)
            yield from site.put(f":{own}", 0.4, node.slice)
    elif isinstance(node, ast.Subscript):
        yield from site.put(site.text(node.value), 0.6)
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        types = set(site.scope.types_of(node))
        known = site.scope.names.get(node.id)
        used = known is not None and bool({"indexed", "walked"} & known.roles)
        if isinstance(site.parent, ast.Attribute | ast.Subscript) or not (types & _LIST or used):
            return
        if isinstance(site.parent, ast.Call) and site.parent.func is node:
            return
        if isinstance(site.parent, ast.For | ast.comprehension | ast.Call | ast.Return):
            for place, part in enumerate(("1:", "::-1", ":-1", "-1", "0")):
                yield from site.put(f"{node.id}[{part}]", 0.6 * 0.8**place)


_ON = (ast.Subscript,)
OPERATORS = (
    Operator("index.other", 0.6, _ON, index, "`xs[0]` → `xs[-1]`"),
    Operator("index.crossed", 0.5, _ON, crossed, "`grid[x][y]` → `grid[y][x]`"),
    Operator("index.bounds", 0.6, (ast.Slice,), bounds, "`xs[:n]` → `xs[:n + 1]`"),
    Operator("index.sliced", 0.3, (ast.Subscript, ast.Name), sliced, "`f(xs)` → `f(xs[1:])`"),
)
