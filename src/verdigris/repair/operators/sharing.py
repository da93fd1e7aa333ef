"""One object where several were meant, and names that are looked up too late."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from verdigris.repair.operators.base import Draft, Operator, Site
from verdigris.repair.source import FUNCTIONS

_COPIES = {"list": "list", "dict": "dict", "copy": ""}
_MUTABLE = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp, ast.Call)
_FIXED = ("builtin", "function", "class", "module", "global")


def multiplied(site: Site) -> Iterator[Draft]:
    """`[[]] * n` is one list, n times: `[[] for _ in range(n)]`."""
    node = site.node
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        for rows, times in ((node.left, node.right), (node.right, node.left)):
            if isinstance(rows, ast.List) and len(rows.elts) == 1 and _may_change(rows.elts[0]):
                one = site.text(rows.elts[0])
                yield from site.put(f"[{one} for _ in range({site.text(times)})]")
        return
    if not isinstance(node, ast.Call) or getattr(node.func, "attr", "") != "fromkeys":
        return
    if len(node.args) == 2 and _may_change(node.args[1]):
        keys, value = (site.text(arg) for arg in node.args)
        yield from site.put(f"{{key: {value} for key in {keys}}}")


def _may_change(node: ast.expr) -> bool:
    if isinstance(node, ast.BinOp):
        return isinstance(node.left, _MUTABLE) or isinstance(node.right, _MUTABLE)
    return isinstance(node, _MUTABLE)


def deeper(site: Site) -> Iterator[Draft]:
    """Copy what is inside as well: `dict(x)` → `{k: v.copy() for k, v in x.items()}`."""
    assert isinstance(site.node, ast.Call)
    call = site.node
    name = getattr(call.func, "id", getattr(call.func, "attr", ""))
    if name not in _COPIES or call.keywords:
        return
    of = call.func.value if name == "copy" and isinstance(call.func, ast.Attribute) else None
    inner = call.args[0] if len(call.args) == 1 else of if not call.args else None
    if inner is None or not isinstance(inner, ast.Name | ast.Attribute | ast.Subscript):
        return
    own, types = site.text(inner), set(site.scope.types_of(inner))
    if name == "dict" or "dict" in types or (name == "copy" and "list" not in types):
        yield from site.put(f"{{key: value.copy() for key, value in {own}.items()}}", 1.0)
        yield from site.put(f"{{key: list(value) for key, value in {own}.items()}}", 0.7)
    if name == "list" or "list" in types or (name == "copy" and "dict" not in types):
        yield from site.put(f"[one.copy() for one in {own}]", 0.9)
        yield from site.put(f"[list(one) for one in {own}]", 0.8)


def kept_early(site: Site) -> Iterator[Draft]:
    """Let a function made in a loop keep the values of its round: `def f(x, i=i)`."""
    assert isinstance(site.node, FUNCTIONS)
    function, source = site.node, site.source
    around = next(source.functions_around(function), None)
    loop = source.parent(function)
    while loop is not None and not isinstance(loop, ast.For | ast.While | ast.AsyncFor):
        loop = None if loop is around else source.parent(loop)
    if loop is None or function.args.vararg or function.args.kwarg or function.args.kwonlyargs:
        return
    bound = {n.id for n in ast.walk(loop) if isinstance(n, ast.Name) and _is_stored(n)}
    own = {n.id for n in ast.walk(function) if isinstance(n, ast.Name) and _is_stored(n)}
    own |= {arg.arg for arg in [*function.args.posonlyargs, *function.args.args]}
    read = dict.fromkeys(
        n.id for n in ast.walk(function)
        if isinstance(n, ast.Name) and n.id in bound - own and not _is_stored(n)
    )  # fmt: skip
    span = source.span(function)
    start = source.text.find("(", span[0]) if span else -1
    if not read or span is None or start < 0:
        return
    spans = [s for arg in function.args.args if (s := source.span(arg))]
    spans += [s for preset in function.args.defaults if (s := source.span(preset))]
    at = max((end for _, end in spans), default=start + 1)
    sets = [[*read], *([[name] for name in read] if len(read) > 1 else [])]
    for place, names in enumerate(sets):
        text = ", ".join(f"{name}={name}" for name in names)
        what = f"`{function.name}` keeps {', '.join(f'`{name}`' for name in names)} of its round"
        yield site.at(at, at, f", {text}" if spans else text, what, 0.8**place)


def _is_stored(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)


OPERATORS = (
    Operator("sharing.multiplied", 0.9, (ast.BinOp, ast.Call), multiplied,
             "`[[]] * n` → `[[] for _ in range(n)]`"),
    Operator("sharing.deeper", 0.35, (ast.Call,), deeper,
             "`list(rows)` → `[list(one) for one in rows]`"),
    Operator("sharing.early", 0.6, FUNCTIONS, kept_early, "in a loop: `def f()` → `def f(i=i)`"),
)  # fmt: skip
