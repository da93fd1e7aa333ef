"""Definitions: defaults shared between calls, decorators, `self`, names bound too late."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from verdigris.repair.idea import Splice
from verdigris.repair.operators import blocks
from verdigris.repair.operators.base import Draft, Operator, Site, short
from verdigris.repair.operators.scope import parameters, presets
from verdigris.repair.source import FUNCTIONS, Function

_MAKERS = {"list", "dict", "set", "defaultdict", "deque", "Counter", "OrderedDict"}


def _is_shared(node: ast.expr | None) -> bool:
    """Tell whether every call would get the same object, which may change meanwhile."""
    return isinstance(node, ast.List | ast.Dict | ast.Set | ast.ListComp | ast.DictComp | ast.Call)


def shared_default(site: Site) -> Iterator[Draft]:
    """`def f(xs=[])` keeps what was put into `xs` from call to call."""
    assert isinstance(site.node, FUNCTIONS)
    function = site.node
    at = int(
        isinstance(function.body[0], ast.Expr) and isinstance(function.body[0].value, ast.Constant)
    )
    place = function.body[min(at, len(function.body) - 1)]
    for arg, preset in presets(function):
        span = site.source.span(preset)
        if span is None or not _is_shared(preset):
            continue
        made = site.text(preset)
        text = f"if {arg.arg} is None:\n{site.source.indent_unit}{arg.arg} = {made}"
        for draft in blocks.before(site.source, place, text):
            splices = (Splice(*span, "None"), *draft.splices)
            fit = 1.0 if not isinstance(preset, ast.Call) else 0.7
            yield Draft(splices, fit, f"`{arg.arg}` gets its own `{short(made)}` in each call")


def shared_attribute(site: Site) -> Iterator[Draft]:
    """`items = []` in a class is shared by all its objects: the constructor makes one each."""
    assert isinstance(site.node, FUNCTIONS)
    owner = site.source.parent(site.node)
    if not isinstance(owner, ast.ClassDef):
        return
    init = next((n for n in owner.body if isinstance(n, FUNCTIONS) and n.name == "__init__"), None)
    for node in owner.body:
        if not isinstance(node, ast.Assign | ast.AnnAssign) or not _is_mutable(node.value):
            continue
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        lines, text = (
            site.source.lines_of(node),
            f"self.{site.text(target)} = {site.text(node.value)}",
        )
        if lines is None or not isinstance(target, ast.Name):
            continue
        what = f"every object gets its own `{target.id}`"
        if init is not None:
            for draft in blocks.before(site.source, init.body[0], text):
                splices = tuple(sorted([Splice(*lines, ""), *draft.splices]))
                yield Draft(splices, 1.0, what)
        else:
            indent, unit, end = (
                site.source.indent_of(node),
                site.source.indent_unit,
                site.source.newline,
            )
            new = f"{indent}def __init__(self):{end}{indent}{unit}{text}{end}"
            yield Draft((Splice(*lines, new),), 0.9, what)


def _is_mutable(node: ast.expr | None) -> bool:
    if isinstance(node, ast.Call):
        return getattr(node.func, "id", "") in _MAKERS
    return isinstance(node, ast.List | ast.Dict | ast.Set | ast.ListComp | ast.DictComp)


def decorated(site: Site) -> Iterator[Draft]:
    """`@property`, `@staticmethod` or `@classmethod` is missing, or a decorator is too much."""
    assert isinstance(site.node, FUNCTIONS)
    function, source = site.node, site.source
    for decorator in function.decorator_list:
        start, end = source.line_start(decorator.lineno), source.line_end(decorator.lineno)
        if decorator.lineno == decorator.end_lineno:
            what = f"`@{short(site.text(decorator))}` is dropped"
            yield site.at(start, end, "", what, 0.4)
    if not isinstance(source.parent(function), ast.ClassDef) or source.lines_of(function) is None:
        return
    names = [arg.arg for arg in parameters(function)]
    used = {n.id for n in ast.walk(function) if isinstance(n, ast.Name)}
    decorations = {site.text(d) for d in function.decorator_list}
    read = function.name in site.scope.facts.attributes.get("self", {})
    rows = [
        ("staticmethod", 1.0 if names[:1] not in (["self"], ["cls"]) else 0.0),
        ("classmethod", 1.0 if names[:1] == ["cls"] else 0.0),
        ("property", (0.8 if read else 0.4) if names == ["self"] else 0.0),
    ]
    for name, fit in rows:
        if fit and name not in decorations and not function.name.startswith("__"):
            yield from _decoration(site, f"@{name}", fit)
    if names[:1] not in (["self"], ["cls"]) and not decorations & {"staticmethod", "classmethod"}:
        yield from _first_parameter(site, function, 1.0 if "self" in used else 0.7)


def _decoration(site: Site, text: str, fit: float) -> Iterator[Draft]:
    assert isinstance(site.node, FUNCTIONS)
    at = site.source.line_start(site.source.first_line(site.node))
    new = f"{site.source.indent_of(site.node)}{text}{site.source.newline}"
    yield site.at(at, at, new, f"`{text}` is added", fit)


def _first_parameter(site: Site, function: Function, fit: float) -> Iterator[Draft]:
    span = site.source.span(function)
    if span is None:
        return
    opened = site.source.text.find("(", span[0] + len("def ") + len(function.name))
    if opened > 0:
        rest = ", " if parameters(function) else ""
        yield site.at(opened + 1, opened + 1, f"self{rest}", "`self` is the first parameter", fit)


def bound_late(site: Site) -> Iterator[Draft]:
    """Bind a name when a function is made, not when it is called: `lambda i=i: …`."""
    assert isinstance(site.node, ast.Lambda)
    span, body = site.source.span(site.node), site.source.span(site.node.body)
    if span is None or body is None:
        return
    own = {arg.arg for arg in site.node.args.args}
    head = site.source.text[span[0] : body[0]].rstrip()
    for name in sorted({n.id for n in ast.walk(site.node.body) if isinstance(n, ast.Name)} - own):
        known = site.scope.names.get(name)
        if known is not None and known.kind in ("builtin", "function", "class", "module", "global"):
            continue
        rest = ", " if own else " "
        new = f"{head.removesuffix(':')}{rest}{name}={name}: {site.text(site.node.body)}"
        yield from site.put(new, 1.0)


OPERATORS = (
    Operator("definition.default", 1.0, FUNCTIONS, shared_default, "`def f(xs=[])` → `xs=None`"),
    Operator("definition.attribute", 0.7, FUNCTIONS, shared_attribute,
             "`items = []` of a class → `self.items = []`"),
    Operator("definition.decorated", 0.3, FUNCTIONS, decorated, "`@staticmethod` is added"),
    Operator("definition.late", 0.6, (ast.Lambda,), bound_late, "`lambda: i` → `lambda i=i: i`"),
)  # fmt: skip
