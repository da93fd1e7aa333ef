"""Order: direction, key, and the arguments that usual functions usually get."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from verdigris.repair.operators.base import Draft, Operator, Site, short
from verdigris.repair.operators.scope import parameters

_ORDERING = {"sorted", "sort", "min", "max", "groupby", "nlargest", "nsmallest"}
_EXTRA = {
    "round": ("2", "1", "0"), "next": ("None", "0"), "pop": ("None", "0", "-1"),
    "getattr": ("None",), "max": ("default=0", "default=None"), "sum": ("0", "[]"),
    "min": ("default=0", "default=None"), "zip": ("strict=True",), "get": ("0", "None"),
    "enumerate": ("1", "start=1"), "setdefault": ("[]", "0", "{}"), "reduce": ("0", "1", "[]"),
    "int": ("16", "8", "2"), "product": ("repeat=2",), "accumulate": ("initial=0",),
    "dumps": ("sort_keys=True", "ensure_ascii=False", "indent=2"), "mkdir": ("exist_ok=True",),
    "makedirs": ("exist_ok=True",), "splitlines": ("True",), "index": ("1",),
    "gather": ("return_exceptions=True",),
    "strip": ('"\\n"', '" "'), "rstrip": ('"\\n"', '"0"'), "lstrip": ('"0"', '" "'),
    "defaultdict": ("int", "list", "set"),
}  # fmt: skip


def direction(site: Site) -> Iterator[Draft]:
    assert isinstance(site.node, ast.Call)
    call = site.node
    if _called(call) not in ("sorted", "sort"):
        return
    for word in call.keywords:
        if word.arg == "reverse":
            flipped = {"True": "False", "False": "True"}.get(site.text(word.value))
            if flipped is None:
                yield from site.put(f"not {site.text(word.value)}", 1.0, word.value)
            return
    yield from _appended(site, call, "reverse=True", 1.0)


def key(site: Site) -> Iterator[Draft]:
    """Add a key: the function's own, a part of each item, its length or its case."""
    assert isinstance(site.node, ast.Call)
    call = site.node
    if _called(call) not in _ORDERING or (len(call.args) > 1 and _called(call) in ("min", "max")):
        return
    if any(word.arg == "key" for word in call.keywords):
        return
    own = parameters(site.function) if site.function else []
    texts = [(f"key={a.arg}", 1.0) for a in own if a.arg in ("key", "by", "order", "rank")]
    texts += [("key=lambda item: item[1]", 0.7), ("key=len", 0.6), ("key=str.lower", 0.5)]
    texts += [
        ("key=lambda item: item[0]", 0.5),
        ("key=abs", 0.4),
        ("key=int", 0.3),
        ("key=str", 0.3),
    ]
    for name in _attributes_of_items(site):
        texts.append((f"key=lambda item: item.{name}", 0.4))
    arg = site.text(call.args[0]) if call.args else ""
    if arg.isidentifier() and _called(call) != "sort":
        texts.append((f"key={arg}.get", 0.5))
    for text, fit in texts:
        yield from _appended(site, call, text, fit)


def _attributes_of_items(site: Site) -> list[str]:
    """Return the attributes that the file reads of other objects than `self`."""
    facts = site.scope.facts
    found = {
        attribute
        for base, of in facts.attributes.items()
        for attribute in of
        if base != "self" and attribute not in facts.called
    }
    return sorted(found)[:4]


def key_detail(site: Site) -> Iterator[Draft]:
    """Turn a key round, or sort by one thing more."""
    assert isinstance(site.node, ast.Lambda)
    parent = site.parent
    if not (isinstance(parent, ast.keyword) and parent.arg == "key"):
        return
    body, args = site.node.body, [arg.arg for arg in site.node.args.args]
    own = site.text(body)
    if isinstance(body, ast.UnaryOp):
        return
    if isinstance(body, ast.Tuple):
        for each in body.elts:
            if isinstance(each, ast.UnaryOp):
                yield from site.put(site.text(each.operand), 0.8, each)
            else:
                yield from site.put(f"-{site.text(each)}", 0.7, each)
        return
    yield from site.put(f"-{own}", 0.8, body)
    if len(args) == 1:
        for place, also in enumerate((f"{args[0]}[0]", f"{args[0]}[1]", args[0])):
            if also != own:
                yield from site.put(f"({own}, {also})", 0.6 * 0.8**place, body)
        if f"{args[0]}[" in own:
            yield from site.put(f"(-{own}, {args[0]}[0])", 0.4, body)
    yield from site.put(f"{own}.lower()", 0.3, body)


def grouped(site: Site) -> Iterator[Draft]:
    """`groupby` joins only neighbours: what it gets must be in the order of its key."""
    assert isinstance(site.node, ast.Call)
    call = site.node
    if _called(call) != "groupby" or not call.args:
        return
    by = call.args[1] if len(call.args) > 1 else next(
        (word.value for word in call.keywords if word.arg == "key"), None)  # fmt: skip
    own = site.text(call.args[0])
    new = f"sorted({own}, key={site.text(by)})" if by else f"sorted({own})"
    yield from site.put(new, 1.0, call.args[0])
    yield from site.put(f"{new[:-1]}, reverse=True)", 0.5, call.args[0])


def usual(site: Site) -> Iterator[Draft]:
    """Pass what a well-known function often needs: `next(it, None)`, `round(x, 2)`."""
    assert isinstance(site.node, ast.Call)
    call = site.node
    words = {word.arg for word in call.keywords}
    most = (
        0
        if _called(call) in ("strip", "rstrip", "lstrip", "mkdir", "splitlines", "defaultdict")
        else 1
    )
    if _called(call) in ("getattr", "reduce", "zip"):
        most = 2
    if len(call.args) > most and _called(call) not in ("zip", "gather", "makedirs"):
        return
    for place, text in enumerate(_EXTRA.get(_called(call), ())):
        if text.partition("=")[0] not in words:
            yield from _appended(site, call, text, 0.8**place)


def _called(call: ast.Call) -> str:
    return getattr(call.func, "id", getattr(call.func, "attr", ""))


def _appended(site: Site, call: ast.Call, text: str, fit: float) -> Iterator[Draft]:
    span = site.source.span(call)
    if span is None:
        return
    pieces = [s for piece in [*call.args, *call.keywords] if (s := site.source.span(piece))]
    what = f"`{short(site.text(call.func))}` also gets `{text}`"
    if not pieces:
        yield site.at(span[1] - 1, span[1] - 1, text, what, fit)
        return
    start, end = max(pieces)
    if isinstance(call.args[0] if call.args else None, ast.GeneratorExp) and len(pieces) == 1:
        new = f"({site.source.text[start:end]}), {text}"
        yield site.at(start, end, new, what, fit)
    else:
        yield site.at(end, end, f", {text}", what, fit)


_ON = (ast.Call,)
OPERATORS = (
    Operator("order.direction", 0.5, _ON, direction, "`sorted(xs)` → `sorted(xs, reverse=True)`"),
    Operator("order.key", 0.35, _ON, key, "`max(d)` → `max(d, key=d.get)`"),
    Operator("order.detail", 0.5, (ast.Lambda,), key_detail, "`key=lambda p: -p[1]`"),
    Operator("order.grouped", 0.8, _ON, grouped, "`groupby(xs)` → `groupby(sorted(xs))`"),
    Operator("call.usual", 0.35, _ON, usual, "`next(it)` → `next(it, None)`"),
)
