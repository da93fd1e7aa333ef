"""Loops: bounds of ranges, conditions of `while`, how a loop is left, comprehensions."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from verdigris.repair.operators.base import Draft, Operator, Site, becomes, short
from verdigris.repair.operators.constants import text_constants
from verdigris.repair.operators.placing import Tie, joined

_LEAVING = {"break": ("continue", "return", "pass"), "continue": ("break", "pass", "return")}


def ranged(site: Site) -> Iterator[Draft]:
    """Let a range begin, end or step elsewhere: `range(n)` → `range(1, n)`."""
    assert isinstance(site.node, ast.Call)
    call = site.node
    if getattr(call.func, "id", "") != "range" or call.keywords:
        return
    args = [site.text(arg) for arg in call.args]
    for place, rest in enumerate(_ranges(args)):
        yield from site.put(f"range({', '.join(rest)})", 0.9**place)


def _ranges(args: list[str]) -> Iterator[list[str]]:
    if len(args) == 1:
        stop = args[0]
        yield ["1", stop]
        yield ["1", _one_more(stop)]
        yield [_one_more(stop)]
        yield [f"{joined(stop, Tie.SUM)} - 1"]
        yield [f"{joined(stop, Tie.SUM)} - 1", "-1", "-1"]
        yield [stop, "0", "-1"]
        yield [f"len({stop})"]
        yield ["0", stop, "2"]
    elif len(args) == 2:
        start, stop = args
        yield [start, _one_more(stop)]
        yield [stop] if start != "0" else ["1", stop]
        yield [_one_less(start), stop]
        yield [f"{joined(start, Tie.SUM)} + 1", stop]
        yield [start, f"{joined(stop, Tie.SUM)} - 1"]
        yield [stop, start, "-1"]
        yield [start, stop, "-1"]
        yield [start, stop, "2"]
    elif len(args) == 3:
        start, stop, step = args
        yield [start, _one_more(stop), step]
        yield [start, f"{joined(stop, Tie.SUM)} - 1", step]
        yield [start, stop]
        yield [f"{joined(start, Tie.SUM)} - 1", stop, step]
        yield [f"{joined(start, Tie.SUM)} + 1", stop, step]
        yield [start, stop, f"-{joined(step, Tie.SIGN)}"]
        yield [start, stop, step.removeprefix("-")]


def _one_more(text: str) -> str:
    if text.endswith(" - 1"):
        return text[:-4]
    return "0" if text == "-1" else f"{joined(text, Tie.SUM)} + 1"


def _one_less(text: str) -> str:
    if text.endswith(" + 1"):
        return text[:-4]
    return str(int(text) - 1) if text.isdigit() else f"{joined(text, Tie.SUM)} - 1"


def left(site: Site) -> Iterator[Draft]:
    """`break`, `continue`, `return` and going on, mistaken for each other."""
    own = site.text()
    for place, new in enumerate(_LEAVING.get(own, ())):
        yield from site.put(new, 0.8**place)
    if isinstance(site.node, ast.Return) and _is_in_loop(site):
        yield from site.put("continue", 0.6)
        yield from site.put("break", 0.5)
    elif isinstance(site.node, ast.Pass) and _is_in_loop(site):
        yield from site.put("continue", 0.6)
        yield from site.put("break", 0.6)
    if own in _LEAVING:
        if _is_in_handler(site):
            yield from site.put("raise", 0.7)
        for name in _returned(site):
            yield from site.put(f"return {name}", 0.6)


def _returned(site: Site) -> list[str]:
    """Return what the function gives back elsewhere."""
    block = site.function.body if site.function else []
    found: dict[str, None] = {}
    for statement in block:
        for node in ast.walk(statement):
            if isinstance(node, ast.Return) and node.value is not None:
                text = site.text(node.value)
                if text and len(text) < 40:
                    found[text] = None
    return list(found)[:3]


def _is_in_handler(site: Site) -> bool:
    node: ast.AST | None = site.node
    while node is not None and not isinstance(node, ast.ExceptHandler):
        node = None if node is site.function else site.source.parent(node)
    return node is not None


def _is_in_loop(site: Site) -> bool:
    node: ast.AST | None = site.node
    while node is not None and node is not site.function:
        if isinstance(node, ast.For | ast.While | ast.AsyncFor):
            return True
        node = site.source.parent(node)
    return False


def repeated(site: Site) -> Iterator[Draft]:
    """`if` was meant as `while`, or the other way round."""
    node = site.node
    if not isinstance(node, ast.If | ast.While) or node.orelse:
        return
    span = site.source.span(node)
    own = site.text()
    if span is None or own.startswith("elif"):
        return
    old, new = ("if", "while") if isinstance(node, ast.If) else ("while", "if")
    likely = (
        1.0 if any(isinstance(n, ast.AugAssign | ast.Assign | ast.Expr) for n in node.body) else 0.2
    )
    yield site.at(span[0], span[0] + len(old), new, becomes(old, new), likely)


def walked(site: Site) -> Iterator[Draft]:
    """Walk over something else: pairs, indices, in reverse, sorted, a copy."""
    assert isinstance(site.node, ast.For | ast.comprehension)
    over, target = site.node.iter, site.node.target
    own = site.text(over)
    two = isinstance(target, ast.Tuple) and len(target.elts) == 2
    if isinstance(over, ast.Call):
        yield from _walked_call(site, over, two)
    elif two:
        yield from site.put(f"{own}.items()", 1.0, over)
        yield from site.put(f"enumerate({own})", 0.9, over)
    elif isinstance(over, ast.Name | ast.Attribute | ast.Subscript):
        for place, text in enumerate(
            (f"reversed({own})", f"sorted({own})", f"list({own})", f"range({own})",
             f"range(len({own}))", f"{own}.values()", f"{own}.items()", f"set({own})")
        ):  # fmt: skip
            yield from site.put(text, 0.6 * 0.9**place, over)


def _walked_call(site: Site, over: ast.Call, two: bool) -> Iterator[Draft]:
    own, span = site.text(over), site.source.span(over)
    first = site.text(over.args[0]) if over.args else ""
    match getattr(over.func, "id", ""):
        case "enumerate" if len(over.args) == 1 and span:
            yield site.at(span[1] - 1, span[1] - 1, ", 1", "counting starts at 1")
        case "enumerate":
            yield from site.put(f"enumerate({first})", 1.0, over)
        case "reversed":
            yield from site.put(first, 0.8, over)
        case "range":
            yield from site.put(f"reversed({own})", 0.4, over)
        case "zip" if len(over.args) == 2 and first == site.text(over.args[1]):
            yield from site.put(f"zip({first}, {first}[1:])", 0.8, over)
    method = over.func if isinstance(over.func, ast.Attribute) and not two else None
    if method is not None and method.attr in ("items", "values", "keys"):
        yield from site.put(site.text(method.value), 0.5, over)


def targets(site: Site) -> Iterator[Draft]:
    """Exchange the names of an unpacking, or the values of a tuple."""
    node = site.node
    if not isinstance(node, ast.Tuple) or len(node.elts) not in (2, 3):
        return
    store = isinstance(node.ctx, ast.Store)
    yield from site.swap(node.elts[0], node.elts[1], 1.0 if store else 0.7)
    if len(node.elts) == 3:
        yield from site.swap(node.elts[1], node.elts[2], 0.5)


def sifted(site: Site) -> Iterator[Draft]:
    """Add or drop the condition of a comprehension."""
    assert isinstance(site.node, ast.comprehension)
    node = site.node
    if node.ifs:
        first = site.source.span(node.iter)
        last = site.source.span(node.ifs[-1])
        if first and last:
            what = f"`if {short(site.text(node.ifs[-1]))}` is dropped"
            yield site.at(first[1], last[1], "", what, 0.7)
        return
    span = site.source.span(node.iter)
    if span is None:
        return
    at = _after_brackets(site, span[1])
    for text, fit in _tests(site, node):
        yield site.at(at, at, f" if {text}", f"only where `{text}`", fit)


def _tests(site: Site, node: ast.comprehension) -> Iterator[tuple[str, float]]:
    """Yield what the items of a comprehension may be asked."""
    for inner in ast.walk(site.parent) if site.parent else ():
        if isinstance(inner, ast.Subscript) and isinstance(inner.ctx, ast.Load):
            yield site.text(inner), 0.5
    for name in [n.id for n in ast.walk(node.target) if isinstance(n, ast.Name) and n.id != "_"]:
        yield name, 0.8
        yield f"{name} is not None", 0.6
        yield f"{name}.strip()", 0.4
        yield f"{name} > 0", 0.2
        for known in site.scope.variables:
            if {"list", "set", "dict"} & set(known.types):
                yield f"{name} not in {known.id}", 0.5
                yield f"{name} in {known.id}", 0.4
            elif known.kind == "parameter" and known.id != "self":
                yield f"{name} != {known.id}", 0.4
                yield f"{name} == {known.id}", 0.3
        for text in text_constants(site.scope)[:4]:
            yield f"{name} == {text}", 0.25
            yield f"{name} != {text}", 0.2


def _after_brackets(site: Site, at: int) -> int:
    """Return a place after the brackets that close around what ends there, as in `in (a or b)`."""
    whole = site.source.span(site.parent) if site.parent else None
    limit = whole[1] - 1 if whole else at
    while at < limit and site.source.text[at] == ")":
        at += 1
    return at


_LOOPS = (ast.For, ast.comprehension)
OPERATORS = (
    Operator("loop.range", 0.7, (ast.Call,), ranged, "`range(n)` → `range(1, n + 1)`"),
    Operator("loop.left", 0.45, (ast.Break, ast.Continue, ast.Return, ast.Pass), left,
             "`break` → `continue`"),
    Operator("loop.repeated", 0.2, (ast.If, ast.While), repeated, "`if` → `while`"),
    Operator("loop.walked", 0.4, _LOOPS, walked, "`in pairs` → `in pairs.items()`"),
    Operator("loop.targets", 0.35, (ast.Tuple,), targets, "`k, v` → `v, k`"),
    Operator("loop.sifted", 0.35, (ast.comprehension,), sifted, "`[f(x) for x in xs if x]`"),
)  # fmt: skip
