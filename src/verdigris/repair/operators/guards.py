"""Cases that were not thought of: an early return, a statement or a value under a condition."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from verdigris.repair.operators import blocks
from verdigris.repair.operators.base import Draft, Operator, Site
from verdigris.repair.operators.ingredients import PLAIN
from verdigris.repair.operators.placing import Tie, joined
from verdigris.repair.operators.scope import Known, parameters, presets
from verdigris.repair.source import FUNCTIONS

_LOOPS = (ast.For, ast.While, ast.AsyncFor)
_SIZED = {"list", "str", "dict", "set", "tuple", "deque", "bytes"}
_ATTRIBUTES = 4
Row = tuple[str, float]


def tests_about(known: Known) -> Iterator[Row]:
    """Yield conditions under which a value is a special case."""
    types = set(known.types)
    if types & _SIZED or not types:
        yield f"not {known.id}", 0.9
    if "NoneType" in types or not types & {"int", "float", "bool"}:
        yield f"{known.id} is None", 1.0 if "NoneType" in types else 0.6
    if types & {"int", "float"} or not types:
        yield f"{known.id} == 0", 0.7
        yield f"{known.id} <= 0", 0.5
        yield f"{known.id} < 0", 0.6
        yield f"{known.id} <= 1", 0.4
        yield f"{known.id} == 1", 0.35
    if types & {"list", "str", "tuple"}:
        yield f"len({known.id}) <= 1", 0.45
        yield f"len({known.id}) == 1", 0.3
        yield f"len({known.id}) < 2", 0.2


def early(site: Site) -> Iterator[Draft]:
    """Answer a special case first: `if not xs: return 0`."""
    assert isinstance(site.node, ast.stmt)
    node = site.node
    if site.function is None or isinstance(node, (*FUNCTIONS, ast.ClassDef)):
        return
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    first, block = node is _first(site), site.source.parent(node)
    begins = isinstance(block, _LOOPS) and node is block.body[0]
    attributes = _attributes(site, site.function if first else block if begins and block else node)
    used = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)} | {k.id for k in attributes}
    common = _answers(site)
    for known in [*site.scope.variables, *attributes]:
        if known.kind == "outer" or known.id in ("self", "cls"):
            continue
        if known.id not in used and not (first and known.kind == "parameter"):
            continue
        near = 1.0 if known.kind == "parameter" and first else 0.5
        answers = [*common, *_answers_with(site, known)]
        for test, fit in tests_about(known):
            for answer, share in answers:
                text = f"if {test}:\n{site.source.indent_unit}{answer}"
                yield from blocks.before(site.source, node, text, fit * share * near)


def _attributes(site: Site, node: ast.AST) -> list[Known]:
    """Return what a piece of code reads of objects, as if it were variables; of `self` first."""
    facts = site.scope.facts
    objects = {known.id for known in site.scope.variables}
    found = {
        site.text(n): facts.attribute_types.get(n.attr, ()) for n in ast.walk(node)
        if isinstance(n, ast.Attribute) and isinstance(n.value, ast.Name) and n.value.id in objects
        and n.attr not in facts.called
    }  # fmt: skip
    rows = sorted(found, key=lambda text: (not text.startswith("self."), text))
    return [Known(text, "attribute", types=found[text]) for text in rows][:_ATTRIBUTES]


def _first(site: Site) -> ast.stmt | None:
    body = site.function.body if site.function else []
    plain = [s for s in body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]
    return plain[0] if plain else None


def _answers_with(site: Site, known: Known) -> Iterator[Row]:
    """Yield answers that a special case itself gives: the value, or another of the same object."""
    yield f"return {known.id}", 0.6
    base, dot, name = known.id.rpartition(".")
    others = site.scope.facts.attributes.get(base, {}) if dot else {}
    near = [one for one in others if one != name and one not in site.scope.facts.called]
    yield from ((f"return {base}.{one}", 0.5) for one in near[:3])


def _answers(site: Site) -> list[Row]:
    rows: dict[str, float] = {}
    if _is_in_loop(site):
        rows["continue"] = 1.0
        rows["break"] = 0.5
    for node in site.scope.exits:
        if isinstance(node, ast.Return) and node.value is not None:
            if isinstance(node.value, ast.Constant | ast.Name | ast.List | ast.Dict):
                rows.setdefault(f"return {site.text(node.value)}", 0.8)
        elif isinstance(node, ast.Raise) and "\n" not in site.text(node):
            rows.setdefault(site.text(node), 0.5)
    for kind in site.scope.returns:
        for place, text in enumerate(PLAIN.get(kind, ())):
            rows.setdefault(f"return {text}", 0.9 * 0.8**place)
    if not site.scope.returns:
        for place, text in enumerate(("None", "0", "[]", "False", "True", '""', "1")):
            rows.setdefault(f"return {text}", 0.6 * 0.85**place)
    return sorted(rows.items(), key=lambda row: (-row[1], row[0]))[:5]


def _is_in_loop(site: Site) -> bool:
    node: ast.AST | None = site.source.parent(site.node)
    while node is not None and node is not site.function:
        if isinstance(node, _LOOPS):
            return True
        node = site.source.parent(node)
    return False


def clamped(site: Site) -> Iterator[Draft]:
    """Keep a number between others: `n = min(n, most)` before it is used."""
    assert isinstance(site.node, ast.stmt)
    node = site.node
    if site.function is None:
        return
    used = dict.fromkeys(n.id for n in ast.walk(node) if isinstance(n, ast.Name))
    numbers = [k for k in site.scope.variables if {"int", "float"} & set(k.types)]
    for known in numbers:
        if known.id not in used or known.bound >= node.lineno:
            continue
        for other in numbers:
            if other is not known and other.bound < node.lineno:
                fit = 1.0 if "compared" in known.roles else 0.6
                for maker, share in (("min", 1.0), ("max", 0.8)):
                    text = f"{known.id} = {maker}({known.id}, {other.id})"
                    yield from blocks.before(site.source, node, text, fit * share)


def under_condition(site: Site) -> Iterator[Draft]:
    """Let a statement happen only sometimes: `if x is not None: total += x`."""
    assert isinstance(site.node, ast.stmt)
    node, source = site.node, site.source
    if not isinstance(node, ast.Expr | ast.AugAssign | ast.Assign | ast.Return | ast.Raise):
        return
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    lines = source.lines_of(node)
    if lines is None or blocks.has_long_text(node):
        return
    indent = source.indent_of(node)
    body = blocks.reindented(source, node, indent + source.indent_unit)
    if body is None:
        return
    for test, fit in _conditions(site, node):
        text = f"{indent}if {test}:{source.newline}{body}"
        yield site.at(*lines, text, f"line {node.lineno} only if `{test}`", fit)


def _conditions(site: Site, node: ast.stmt) -> list[Row]:
    rows: dict[str, float] = {}
    used = dict.fromkeys(n.id for n in ast.walk(node) if isinstance(n, ast.Name))
    for known in [site.scope.names[name] for name in used if name in site.scope.names]:
        if known.kind in ("parameter", "local", "outer") and known.id not in ("self", "cls"):
            rows.update(_conditions_on(site, node, known))
    rows.update(_membership(site, node))
    for other in site.scope.variables:
        if "bool" in other.types:
            rows.setdefault(other.id, 0.4)
            rows.setdefault(f"not {other.id}", 0.4)
    return sorted(rows.items(), key=lambda row: (-row[1], row[0]))[:8]


def _conditions_on(site: Site, node: ast.stmt, known: Known) -> Iterator[Row]:
    """Yield what one variable may be asked before a statement."""
    types = set(known.types)
    yield known.id, 0.8
    if not types & {"int", "float", "bool", "list", "set"}:
        yield f"{known.id} is not None", 1.0 if "NoneType" in types else 0.6
    if types & {"int", "float"}:
        yield f"{known.id} > 0", 0.5
        yield f"{known.id} != 0", 0.4
    for other in site.scope.variables:
        if other.id != known.id and {"list", "set", "dict"} & set(other.types):
            yield f"{known.id} not in {other.id}", 0.8
            yield f"{known.id} in {other.id}", 0.4
    if isinstance(node, ast.Assign) and not types & {"list", "dict", "str"}:
        target = site.text(node.targets[0])
        if target != known.id and target.isidentifier():
            yield f"{known.id} > {target}", 0.4
            yield f"{known.id} < {target}", 0.4


def _membership(site: Site, node: ast.stmt) -> Iterator[Row]:
    """Yield whether what is put in or taken out is there already."""
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.args:
            held, holder = site.text(call.args[-1]), site.text(call.func.value)
            if call.func.attr in ("append", "add", "insert"):
                yield f"{held} not in {holder}", 0.9
            elif call.func.attr in ("remove", "discard", "pop"):
                yield f"{held} in {holder}", 0.9


def value(site: Site) -> Iterator[Draft]:
    """Work a value out only where it can be: `a / n if n else 0`."""
    node = site.node
    kept = node.value if isinstance(node, ast.Assign | ast.Return | ast.AugAssign) else None
    if kept is None:
        return
    own = site.text(kept)
    said = {"", "self", "cls"}
    for risk, others, fit in _risks(site, kept):
        known = site.scope.names.get(risk)
        fixed = known is not None and known.kind in ("module", "class", "function", "builtin")
        if risk in said or fixed or len(risk) > 40:
            continue
        said.add(risk)
        for place, other in enumerate(others):
            if other != "default" or other in site.scope.names:
                new = f"{own} if {joined(risk, Tie.OR)} else {other}"
                yield from site.put(new, fit * 0.7**place, kept)


def _risks(site: Site, value: ast.expr) -> Iterator[tuple[str, tuple[str, ...], float]]:
    """Yield what may be zero, empty or None in a value, and what the value may be then."""
    for node in ast.walk(value):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div | ast.FloorDiv | ast.Mod):
            yield _without_len(site, node.right), ("0", "0.0", "None"), 1.0
        elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name | ast.Attribute):
            yield site.text(node.value), ("None", "0", '""', "[]", "default"), 0.6
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name | ast.Attribute):
            yield site.text(node.value), ("None", "0", "[]"), 0.5
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("max", "min", "int"):
            yield site.text(node.args[0]) if node.args else "", ("0", "None"), 0.6


def _without_len(site: Site, node: ast.expr) -> str:
    """Return `xs` for `len(xs)`: what has no length is empty."""
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "len" and node.args:
        return site.text(node.args[0])
    return site.text(node)


def default(site: Site) -> Iterator[Draft]:
    """Give a parameter its value at the start: `if xs is None: xs = []`."""
    if not isinstance(site.node, FUNCTIONS):
        return
    function = site.node
    first = next(
        (s for s in function.body
         if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))), None
    )  # fmt: skip
    if first is None:
        return
    for arg, preset in presets(function):
        if isinstance(preset, ast.Constant) and preset.value is None:
            for place, empty in enumerate(("[]", "{}", "set()", "0", '""')):
                text = f"if {arg.arg} is None:\n{site.source.indent_unit}{arg.arg} = {empty}"
                yield from blocks.before(site.source, first, text, 0.8**place)
    for arg in parameters(function):
        known = site.scope.names.get(arg.arg)
        if known is not None and "str" in known.types:
            for method in ("strip", "lower"):
                yield from blocks.before(
                    site.source, first, f"{arg.arg} = {arg.arg}.{method}()", 0.4
                )
        if known is not None and {"list", "dict", "set"} & set(known.types):
            for maker in sorted({"list", "dict", "set"} & set(known.types)):
                text = f"{arg.arg} = {maker}({arg.arg})"
                yield from blocks.before(site.source, first, text, 0.4)


_ANY = (
    ast.Expr,
    ast.Assign,
    ast.AugAssign,
    ast.Return,
    ast.If,
    ast.For,
    ast.While,
    ast.With,
    ast.Try,
)
_KEPT = (ast.Assign, ast.Return, ast.AugAssign)
OPERATORS = (
    Operator("guard.early", 0.3, _ANY, early, "`if not xs: return 0` first"),
    Operator("guard.statement", 0.25, _ANY, under_condition, "`f(x)` → `if x: f(x)`"),
    Operator("guard.clamped", 0.25, _KEPT, clamped, "`n = min(n, most)` first"),
    Operator("guard.value", 0.25, _KEPT, value, "`a / n` → `a / n if n else 0`"),
    Operator("guard.default", 0.5, FUNCTIONS, default, "`if xs is None: xs = []` first"),
)
