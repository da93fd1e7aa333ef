"""A word that was left out: return, await, raise, yield from, f, super, nonlocal, an assignment."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from verdigris.repair.idea import Splice
from verdigris.repair.operators import blocks
from verdigris.repair.operators.base import Draft, Operator, Site, becomes, short
from verdigris.repair.operators.scope import parameters
from verdigris.repair.source import FUNCTIONS

_HOLE = re.compile(r"\{[A-Za-z_][\w.\[\]]*(?:![rsa])?(?::[^{}]*)?\}")
_NEW_VALUE = {
    "strip", "lstrip", "rstrip", "lower", "upper", "replace", "title", "capitalize", "union",
    "intersection", "difference", "split", "join", "format", "casefold", "encode", "decode",
    "removeprefix", "removesuffix", "zfill", "ljust", "rjust", "with_suffix", "copy", "astimezone",
}  # fmt: skip
_GIVES_NONE = {"append", "extend", "sort", "reverse", "add", "update", "insert"}
_IN_PLACE = {"sort": "sorted", "reverse": "reversed"}


def answer(site: Site) -> Iterator[Draft]:
    """Return a value that is worked out and dropped."""
    assert isinstance(site.node, ast.Expr)
    value = site.node.value
    if site.function is None or isinstance(value, ast.Constant | ast.Yield | ast.YieldFrom):
        return
    block = site.source.block_of(site.node)
    last = site.node is block[-1]
    recursive = (
        isinstance(value, ast.Call)
        and site.text(value.func).rpartition(".")[2] == site.function.name
    )
    plain = not isinstance(value, ast.Call)
    yield from site.put(f"return {site.text(value)}", 1.0 if last or recursive or plain else 0.3)


def last_answer(site: Site) -> Iterator[Draft]:
    """Give back what the function built up, at its end."""
    if not isinstance(site.node, FUNCTIONS) or isinstance(
        site.node.body[-1], ast.Return | ast.Raise
    ):
        return
    last = site.node.body[-1]
    for known in site.scope.variables:
        if known.kind == "local" or (known.kind == "parameter" and known.id not in ("self", "cls")):
            grown = {"has append", "has add", "has extend", "reckoned"} & known.roles
            fit = (1.0 if grown else 0.7) * (1.0 if known.kind == "local" else 0.5)
            yield from blocks.after(site.source, last, f"return {known.id}", fit)
    yield from blocks.after(site.source, last, "return self", 0.4) if _is_method(site) else ()
    for text, fit in (("False", 0.4), ("True", 0.4), ("None", 0.05), ("0", 0.2), ("[]", 0.2)):
        returns = any(isinstance(n, ast.Return) and n.value is not None for n in site.scope.code)
        yield from blocks.after(site.source, last, f"return {text}", fit if returns else fit * 0.3)


def _is_method(site: Site) -> bool:
    return isinstance(site.source.parent(site.node), ast.ClassDef)


def wait(site: Site) -> Iterator[Draft]:
    """`await` is missing, or there is nothing to wait for."""
    node = site.node
    if isinstance(node, ast.Await):
        yield from site.put(site.text(node.value), 0.6)
        return
    if not isinstance(site.function, ast.AsyncFunctionDef) or not isinstance(node, ast.Call):
        return
    if isinstance(site.parent, ast.Await):
        return
    name = site.text(node.func).rpartition(".")[2]
    found = site.scope.facts.functions.get(name, [])
    is_async = any(isinstance(f, ast.AsyncFunctionDef) for f in found)
    if is_async or not found:
        usual = name in ("sleep", "gather", "wait", "wait_for", "get", "put", "acquire", "join")
        yield from site.put(f"await {site.text()}", 1.0 if is_async else 0.6 if usual else 0.25)


def raised(site: Site) -> Iterator[Draft]:
    """Raise an error that is only made."""
    assert isinstance(site.node, ast.Expr | ast.Return)
    value = site.node.value
    if isinstance(value, ast.Call | ast.Name):
        name = site.text(value.func if isinstance(value, ast.Call) else value).rpartition(".")[2]
        if name.endswith(("Error", "Exception", "Warning", "Exit")):
            span = site.source.span(site.node)
            if span:
                new = f"raise {site.text(value)}"
                yield site.at(*span, new, becomes(site.text(), new))


def yielded(site: Site) -> Iterator[Draft]:
    """`yield` and `yield from`, and a generator that is called and not walked."""
    node = site.node
    if isinstance(node, ast.Yield) and node.value is not None:
        call = isinstance(node.value, ast.Call | ast.Name)
        yield from site.put(f"yield from {site.text(node.value)}", 1.0 if call else 0.5)
    elif isinstance(node, ast.YieldFrom):
        yield from site.put(f"yield {site.text(node.value)}")
    elif isinstance(node, ast.Return) and node.value is not None and _is_generator(site):
        if span := site.source.span(node):
            for word, fit in (("yield", 0.8), ("yield from", 0.5)):
                new = f"{word} {site.text(node.value)}"
                yield site.at(*span, new, becomes("return", word), fit)
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and _is_generator(site):
        called = site.text(node.value.func).rpartition(".")[2]
        own = site.function is not None and called == site.function.name
        yield from site.put(f"yield from {site.text(node.value)}", 1.0 if own else 0.3)


def _is_generator(site: Site) -> bool:
    return any(isinstance(node, ast.Yield | ast.YieldFrom) for node in site.scope.code)


def format_prefix(site: Site) -> Iterator[Draft]:
    assert isinstance(site.node, ast.Constant)
    value, span = site.node.value, site.source.span(site.node)
    if (
        not isinstance(value, str)
        or span is None
        or isinstance(site.parent, ast.Expr | ast.JoinedStr)
    ):
        return
    own = site.text()
    holes = [hole.strip("{}") for hole in _HOLE.findall(value)]
    names = {re.split(r"[.\[!:]", hole)[0] for hole in holes}
    if names and names <= site.scope.names.keys() and own[:1] in "'\"":
        yield Draft((Splice(span[0], span[0], "f"),), 1.0, becomes(own, f"f{own}"))


def kept(site: Site) -> Iterator[Draft]:
    """Keep a new value that is thrown away; drop the None of a method that works in place."""
    node = site.node
    assert isinstance(node, ast.Expr | ast.Assign | ast.Return)
    if not isinstance(node.value, ast.Call):
        return
    if isinstance(node, ast.Expr):
        yield from _kept_value(site, node.value)
    elif isinstance(node.value.func, ast.Attribute):
        yield from _done_in_place(site, node.value, node.value.func)


def _kept_value(site: Site, call: ast.Call) -> Iterator[Draft]:
    func, value = call.func, site.text(call)
    if isinstance(func, ast.Attribute):
        if isinstance(func.value, ast.Name | ast.Attribute | ast.Subscript):
            fit = 1.0 if func.attr in _NEW_VALUE else 0.15
            yield from _assigned(site, site.text(func.value), value, fit)
    elif isinstance(func, ast.Name) and call.args:
        first = call.args[0]
        if isinstance(first, ast.Name | ast.Attribute):
            fit = 1.0 if func.id in ("sorted", "reversed", "list", "set", "round", "abs") else 0.5
            yield from _assigned(site, site.text(first), value, fit)
        for known in site.scope.variables:
            if known.kind == "local" and known.id != site.text(first):
                yield from _assigned(site, known.id, value, 0.3)


def _done_in_place(site: Site, call: ast.Call, func: ast.Attribute) -> Iterator[Draft]:
    whole, named = site.source.span(call), site.source.span(func)
    if whole is None or named is None:
        return
    if func.attr in _IN_PLACE:
        rest = site.source.text[named[1] + 1 : whole[1] - 1].strip()
        made = f"{_IN_PLACE[func.attr]}({site.text(func.value)}{', ' + rest if rest else ''})"
        yield from site.put(made, 1.0, call)
    statement = site.source.span(site.node)
    if statement and isinstance(site.node, ast.Assign) and func.attr in _GIVES_NONE:
        yield site.at(*statement, site.text(call), becomes(site.text(), site.text(call)))


def _assigned(site: Site, target: str, value: str, fit: float) -> Iterator[Draft]:
    span = site.source.span(site.node)
    if span:
        yield site.at(*span, f"{target} = {value}", f"`{short(value)}` is kept in `{target}`", fit)


def parent_set_up(site: Site) -> Iterator[Draft]:
    """Call the parent's constructor, or the method that this one replaces."""
    if not isinstance(site.node, FUNCTIONS):
        return
    owner, function = site.source.parent(site.node), site.node
    if not isinstance(owner, ast.ClassDef) or not owner.bases:
        return
    if any(isinstance(n, ast.Name) and n.id == "super" for n in ast.walk(function)):
        return
    body = function.body
    at = int(isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant))
    place = body[min(at, len(body) - 1)]
    names = [arg.arg for arg in parameters(function)[1:]]
    fit = 1.0 if function.name == "__init__" else 0.3
    parent = site.scope.facts.classes.get(site.text(owner.bases[0]))
    inherited = (
        [n for n in parent.body if isinstance(n, FUNCTIONS) and n.name == function.name]
        if parent
        else []
    )
    wanted = [arg.arg for arg in parameters(inherited[0])[1:]] if inherited else []
    given = [[], names, [n for n in wanted if n in names]]
    for place_number, args in enumerate(dict.fromkeys(tuple(g) for g in reversed(given))):
        text = f"super().{function.name}({', '.join(args)})"
        yield from blocks.before(site.source, place, text, fit * 0.9**place_number)
        yield from blocks.after(site.source, body[-1], text, fit * 0.5)


def outer_name(site: Site) -> Iterator[Draft]:
    """Declare a name `nonlocal` or `global` where the function binds its own."""
    if not isinstance(site.node, FUNCTIONS):
        return
    function = site.node
    first = function.body[0]
    around = next(site.source.functions_around(function), None)
    bound = {
        n.id for n in site.scope.code if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    }
    outer = set()
    if around is not None:
        outer = {n.id for n in ast.walk(around) if isinstance(n, ast.Name)}
        outer |= {arg.arg for arg in parameters(around)}
        inner = {n.id for n in ast.walk(function) if isinstance(n, ast.Name)}
        outer = {n for n in outer if n in _bound_in(around, function)} & inner
    for name in sorted(bound & outer):
        yield from blocks.before(site.source, first, f"nonlocal {name}", 1.0)
    module = {n for s in site.source.tree.body for n in _targets(s)}
    for name in sorted(bound & module - {arg.arg for arg in parameters(function)}):
        yield from blocks.before(site.source, first, f"global {name}", 1.0)


def _bound_in(around: ast.AST, but: ast.AST) -> set[str]:
    """Return the names that a function binds itself, a function inside it left out."""
    found: set[str] = set()
    stack = [around]
    while stack:
        node = stack.pop()
        if node is but:
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        if isinstance(node, ast.arg):
            found.add(node.arg)
        stack.extend(ast.iter_child_nodes(node))
    return found


def _targets(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, ast.Assign | ast.AnnAssign):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        yield from (t.id for t in targets if isinstance(t, ast.Name))


OPERATORS = (
    Operator("missing.return", 0.6, (ast.Expr,), answer, "`f(x)` → `return f(x)`"),
    Operator("missing.last", 0.5, FUNCTIONS, last_answer, "`return result` at the end"),
    Operator("missing.await", 0.7, (ast.Call, ast.Await), wait, "`f(x)` → `await f(x)`"),
    Operator("missing.raise", 0.9, (ast.Expr, ast.Return), raised, "`ValueError()` → `raise …`"),
    Operator("missing.yield", 0.6, (ast.Yield, ast.YieldFrom, ast.Return, ast.Expr), yielded,
             "`yield f(x)` → `yield from f(x)`"),
    Operator("missing.prefix", 0.9, (ast.Constant,), format_prefix, '`"{x}"` → `f"{x}"`'),
    Operator("missing.kept", 0.6, (ast.Expr, ast.Assign, ast.Return), kept,
             "`s.strip()` → `s = s.strip()`"),
    Operator("missing.super", 0.7, FUNCTIONS, parent_set_up, "`super().__init__()` first"),
    Operator("missing.outer", 1.0, FUNCTIONS, outer_name, "`nonlocal count` first"),
)  # fmt: skip
