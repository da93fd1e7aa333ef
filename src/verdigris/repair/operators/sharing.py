"""One object where several were meant, and names that are looked up too late."""

from __future__ import annotations

import ast
import re
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
                one, word = site.text(rows.elts[0]), _free(site, "_")
                yield from site.put(f"[{one} for {word} in range({site.text(times)})]")
        return
    if not isinstance(node, ast.Call) or getattr(node.func, "attr", "") != "fromkeys":
        return
    if len(node.args) == 2 and _may_change(node.args[1]):
        keys, value = (site.text(arg) for arg in node.args)
        key = _free(site, "key")
        yield from site.put(f"{{{key}: {value} for {key} in {keys}}}")


def _free(site: Site, word: str) -> str:
    """Return a word that stands for nothing here, as near to the one given as can be."""
    taken = {node.id for node in ast.walk(site.node) if isinstance(node, ast.Name)}
    taken |= site.scope.names.keys() - {"_"}  # which nobody reads
    while word in taken:
        word += "_"
    return word


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
        key, value = _free(site, "key"), _free(site, "value")
        items = f"for {key}, {value} in {own}.items()"
        yield from site.put(f"{{{key}: {value}.copy() {items}}}", 1.0)
        yield from site.put(f"{{{key}: list({value}) {items}}}", 0.7)
    if name == "list" or "list" in types or (name == "copy" and "dict" not in types):
        one = _free(site, "one")
        yield from site.put(f"[{one}.copy() for {one} in {own}]", 0.9)
        yield from site.put(f"[list({one}) for {one} in {own}]", 0.8)


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
    own_parameters = {arg.arg for arg in [*function.args.posonlyargs, *function.args.args]}
    own |= own_parameters
    read = dict.fromkeys(
        n.id for n in ast.walk(function)
        if isinstance(n, ast.Name) and n.id in bound - own and not _is_stored(n)
    )  # fmt: skip
    at = _end_of_parameters(site, function.args)
    if not read or at is None:
        return
    sets = [[*read], *([[name] for name in read] if len(read) > 1 else [])]
    for place, names in enumerate(sets):
        text = ", ".join(f"{name}={name}" for name in names)
        what = f"`{function.name}` keeps {', '.join(f'`{name}`' for name in names)} of its round"
        yield site.at(at, at, f", {text}" if own_parameters else text, what, 0.8**place)


def _end_of_parameters(site: Site, args: ast.arguments) -> int | None:
    """Return where one more parameter can be put in, if that is plain to see."""
    source, span = site.source, site.source.span(site.node)
    if not args.posonlyargs and not args.args:
        start = source.text.find("(", span[0]) if span else -1
        return start + 1 if start >= 0 else None
    nodes = (*args.posonlyargs, *args.args, *args.defaults)
    end = max((own[1] for node in nodes if (own := source.span(node))), default=None)
    if args.args or end is None:
        return end
    slash = re.compile(r"\s*,\s*/").match(source.text, end)
    return slash.end() if slash else None


def _is_stored(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)


OPERATORS = (
    Operator("sharing.multiplied", 0.9, (ast.BinOp, ast.Call), multiplied,
             "`[[]] * n` → `[[] for _ in range(n)]`"),
    Operator("sharing.deeper", 0.35, (ast.Call,), deeper,
             "`list(rows)` → `[list(one) for one in rows]`"),
    Operator("sharing.early", 0.6, FUNCTIONS, kept_early, "in a loop: `def f()` → `def f(i=i)`"),
)  # fmt: skip
