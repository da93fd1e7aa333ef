"""Texts that say how: formats, file modes, dates; counting and grouping in dictionaries."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from verdigris.repair.operators.base import Draft, Operator, Site, becomes
from verdigris.repair.operators.placing import Tie, joined

_SPEC = re.compile(r"(?<=[:.<>^0])(\d+)(?=[dfsxeg%}.])|(?<=%\.)(\d+)(?=[dfeg])")
_ALIGNED = re.compile(r"(?<=[:])[<>^](?=\d|\{)")
_LETTER = re.compile(r"(?<=%)-?[a-zA-Z]")
_LETTERS = {
    "m": "MbB", "M": "mS", "d": "Dj", "D": "d", "Y": "y", "y": "Y", "H": "I", "I": "H", "S": "sM",
    "s": "drf", "b": "B", "B": "b", "r": "s", "f": "gd", "j": "d",
}  # fmt: skip
_MODES = {
    "r": ("rb", "r+", "a+"), "w": ("a", "wb", "x"), "a": ("w", "a+"), "rb": ("r",),
    "wb": ("w", "ab"),
    "r+": ("r", "w+"), "w+": ("r+", "a+"),
}  # fmt: skip


def layout(site: Site) -> Iterator[Draft]:
    """Digits, width or side in a format: `{x:.1f}` → `{x:.2f}`."""
    node = site.node
    if isinstance(site.parent, ast.Expr | ast.JoinedStr | ast.FormattedValue):
        return
    span = site.source.span(node)
    own = site.text()
    is_text = isinstance(node, ast.JoinedStr) or isinstance(getattr(node, "value", None), str)
    if span is None or not is_text or "\n" in own:
        return
    for found in _SPEC.finditer(own):
        number = int(found.group())
        for near in (number + 1, number - 1, 2):
            if 0 <= near != number:
                yield _part(site, span[0], found, str(near), 0.8)
    for found in _ALIGNED.finditer(own):
        for side in "<>^":
            if side != found.group():
                yield _part(site, span[0], found, side, 0.7)
    for found in _LETTER.finditer(own):
        for letter in _LETTERS.get(found.group(), ""):
            yield _part(site, span[0], found, letter, 0.6)


def _part(site: Site, at: int, found: re.Match[str], new: str, fit: float) -> Draft:
    own = site.text()
    text = own[: found.start()] + new + own[found.end() :]
    return site.at(at + found.start(), at + found.end(), new, becomes(own, text), fit)


def shown(site: Site) -> Iterator[Draft]:
    """Show a value of an f-string in another way: `{x!r}`, rounded, padded."""
    assert isinstance(site.node, ast.FormattedValue)
    node = site.node
    span = site.source.span(node.value)
    if span is None or site.source.text[span[1] : span[1] + 1] != "}":
        return
    types = set(site.scope.types_of(node.value))
    for spec, fit in (("!r", 0.6), (":.2f", 0.7 if "float" in types else 0.3), (":02d", 0.4),
                      (":.1f", 0.3), (":,", 0.3), (":02", 0.3)):  # fmt: skip
        text = site.text(node.value)
        yield site.at(span[1], span[1], spec, becomes(f"{{{text}}}", f"{{{text}{spec}}}"), fit)


def mode(site: Site) -> Iterator[Draft]:
    assert isinstance(site.node, ast.Constant)
    call = site.parent.value if isinstance(site.parent, ast.keyword) else site.parent
    name = getattr(
        getattr(call, "func", None), "id", getattr(getattr(call, "func", None), "attr", "")
    )
    if name == "open" and isinstance(site.node.value, str):
        for place, new in enumerate(_MODES.get(site.node.value, ())):
            yield from site.put(repr(new), 0.8**place)


def counted(site: Site) -> Iterator[Draft]:
    """Begin with a default what a dictionary may not have yet: `d[k] += 1`."""
    node = site.node
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Subscript):
        target = node.target
        if isinstance(target.slice, ast.Slice):
            return
        base, index = site.atom(target.value), site.text(target.slice)
        op = site.source.text[slice(*(site.source.span(node) or (0, 0)))]
        sign = op[len(site.text(target)) :].lstrip()[0]
        value = joined(site.text(node.value), Tie.TERM)
        types = set(site.scope.types_of(target.value))
        fit = 0.2 if types & {"list"} else 1.0
        for start in ("0", "1", "[]", '""'):
            new = f"{base}[{index}] = {base}.get({index}, {start}) {sign} {value}"
            yield from site.put(new, fit)
            fit *= 0.6
    elif isinstance(node, ast.Subscript) and isinstance(site.parent, ast.Attribute):
        types = set(site.scope.types_of(node.value))
        if isinstance(node.slice, ast.Slice) or types & {"list", "str", "tuple"}:
            return
        base, index = site.atom(node.value), site.text(node.slice)
        empty = {"append": "[]", "extend": "[]", "add": "set()", "update": "{}"}.get(
            site.parent.attr
        )
        if empty:
            yield from site.put(f"{base}.setdefault({index}, {empty})")


def lasting(site: Site) -> Iterator[Draft]:
    """`delta.seconds` is only a part of it: `delta.total_seconds()`."""
    assert isinstance(site.node, ast.Attribute)
    base = site.atom(site.node.value)
    if site.node.attr in ("seconds", "days", "microseconds") and base:
        yield from site.put(f"{base}.total_seconds()")
        if site.node.attr == "seconds":
            yield from site.put(f"{base}.days", 0.3)


OPERATORS = (
    Operator("text.layout", 0.5, (ast.Constant, ast.JoinedStr), layout, "`{x:.1f}` → `{x:.2f}`"),
    Operator("text.shown", 0.3, (ast.FormattedValue,), shown, "`{x}` → `{x:.2f}`"),
    Operator("text.mode", 0.6, (ast.Constant,), mode, '`open(p, "w")` → `open(p, "a")`'),
    Operator("text.counted", 0.6, (ast.AugAssign, ast.Subscript), counted,
             "`d[k] += 1` → `d[k] = d.get(k, 0) + 1`"),
    Operator("text.lasting", 0.6, (ast.Attribute,), lasting, "`d.seconds` → `d.total_seconds()`"),
)  # fmt: skip
