"""The wrong name: a variable, an attribute, a function or a builtin, where another was meant."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from verdigris.repair.operators.base import Draft, Operator, Site
from verdigris.repair.operators.ingredients import agreement, likeness, stand_ins
from verdigris.repair.operators.kinds import role_of
from verdigris.repair.operators.scope import parameters
from verdigris.repair.source import FUNCTIONS

BUILTINS = {
    "min": ("max", "sum"), "max": ("min", "sum"), "any": ("all",), "all": ("any",),
    "sorted": ("list", "reversed", "set"), "reversed": ("sorted", "list"), "len": ("sum", "max"),
    "sum": ("len", "max", "min"), "list": ("tuple", "set", "sorted", "dict"),
    "set": ("list", "sorted", "frozenset"), "tuple": ("list", "sorted"),
    "int": ("float", "round", "str"), "float": ("int", "str", "round"), "str": ("repr", "int"),
    "repr": ("str",), "round": ("int", "abs"),
    "abs": ("round", "int"), "enumerate": ("zip", "range"), "zip": ("enumerate",), "ord": ("chr",),
    "chr": ("ord",), "map": ("filter",), "filter": ("map",), "dict": ("list",),
    "isinstance": ("issubclass",), "floor": ("ceil", "trunc"), "ceil": ("floor",),
    "copy": ("deepcopy",), "deepcopy": ("copy",), "append": ("appendleft",),
    "heappop": ("heappush",),
}  # fmt: skip

_NEAR = 60
"""Expressions that are compared with one that may be wrong."""


def variable(site: Site) -> Iterator[Draft]:
    assert isinstance(site.node, ast.Name)
    node = site.node
    if isinstance(node.ctx, ast.Del):
        return
    role = role_of(node, site.parent)
    known = site.scope.names.get(node.id)
    if known is not None and known.kind in ("builtin", "function", "class", "module"):
        return
    given = site.parent.args if isinstance(site.parent, ast.Call) else ()
    beside = {arg.id for arg in given if isinstance(arg, ast.Name) and arg is not node}
    for name, fit in stand_ins(site.scope, node.id, role, node.lineno):
        if isinstance(node.ctx, ast.Store) or node.id in ("self", "cls"):
            fit *= 0.4
        # Twice the same says less: `swap(key, new, new)`.
        fit *= 0.5 if name in beside else 1.0
        yield from site.put(name, fit)


def bound_here(site: Site) -> Iterator[Draft]:
    """Put in a variable of the comprehension or lambda around."""
    assert isinstance(site.node, ast.Name)
    if not isinstance(site.node.ctx, ast.Load):
        return
    node: ast.AST | None = site.node
    while node is not None and not isinstance(node, ast.stmt):
        for comprehension in getattr(node, "generators", []):
            for inner in ast.walk(comprehension.target):
                if isinstance(inner, ast.Name) and inner.id != site.node.id:
                    yield from site.put(inner.id)
        if isinstance(node, ast.Lambda):
            for arg in [*node.args.args, *node.args.kwonlyargs]:
                if arg.arg != site.node.id:
                    yield from site.put(arg.arg)
        node = site.source.parent(node)


def function(site: Site) -> Iterator[Draft]:
    """Call another builtin, or another function of the file that takes as many arguments."""
    assert isinstance(site.node, ast.Call)
    func = site.node.func
    if isinstance(func, ast.Name):
        for place, name in enumerate(BUILTINS.get(func.id, ())):
            known = site.scope.names.get(name)
            if known is not None:
                yield from site.put(name, 0.8**place, func)
        yield from _other_functions(site, func)
    elif isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name):
        for place, name in enumerate(BUILTINS.get(func.attr, ())):
            known = site.scope.names.get(func.value.id)
            if known is not None and known.kind == "module":
                yield from site.put(f"{func.value.id}.{name}", 0.8**place, func)


def _other_functions(site: Site, func: ast.Name) -> Iterator[Draft]:
    assert isinstance(site.node, ast.Call)
    arity = len(site.node.args) + len(site.node.keywords)
    for node in site.source.tree.body:
        if isinstance(node, FUNCTIONS) and node.name != func.id:
            least, most = arity_of(node)
            if least <= arity <= most:
                yield from site.put(node.name, 0.3 + 0.6 * likeness(func.id, node.name), func)
    for known in site.scope.names.values():
        callable_ = "called" in known.roles and known.kind in ("local", "parameter", "outer")
        if callable_ and known.id != func.id:
            yield from site.put(known.id, 0.5 * likeness(func.id, known.id) + 0.2, func)


def arity_of(function: ast.FunctionDef | ast.AsyncFunctionDef) -> tuple[int, int]:
    """Return how few and how many arguments a function takes."""
    args = function.args
    most = len(args.posonlyargs) + len(args.args) + len(args.kwonlyargs)
    required = most - len(args.defaults) - sum(d is not None for d in args.kw_defaults)
    return required, 99 if args.vararg or args.kwarg else most


def attribute(site: Site) -> Iterator[Draft]:
    """Another attribute of the same object, as the file uses it elsewhere."""
    assert isinstance(site.node, ast.Attribute)
    node = site.node
    called = isinstance(site.parent, ast.Call) and site.parent.func is node
    for name, fit in _attributes(site, node, called):
        fit *= 0.5 if isinstance(node.ctx, ast.Store) else 1.0
        yield from site.rename(node, name, fit)


def _attributes(site: Site, node: ast.Attribute, called: bool) -> list[tuple[str, float]]:
    base = node.value
    own = site.scope.facts.attributes.get(base.id, {}) if isinstance(base, ast.Name) else {}
    methods = _methods(site) if isinstance(base, ast.Name) and base.id == "self" else {}
    found: dict[str, float] = {}
    for name in own:
        is_method = name in methods or (name not in methods and _is_called(site, name))
        if name != node.attr and is_method == called:
            found[name] = 0.35 + 0.6 * likeness(node.attr, name)
    if isinstance(base, ast.Name) and not _is_module(site, base.id):
        # Objects of the file's own classes, whatever they are called here.
        for name in site.scope.facts.of_objects:
            if name != node.attr and _is_called(site, name) == called:
                found.setdefault(name, 0.15 + 0.5 * likeness(node.attr, name))
        if called and base.id != "self":
            for name, defined in site.scope.facts.functions.items():
                if name != node.attr and any(map(site.scope.facts.is_method, defined)):
                    found.setdefault(name, 0.2 + 0.5 * likeness(node.attr, name))
    if called and isinstance(site.parent, ast.Call):
        given = len(site.parent.args) + len(site.parent.keywords)
        for name, (least, most) in methods.items():
            if name != node.attr and least <= given <= most and not name.startswith("__"):
                found[name] = 0.3 + 0.65 * likeness(node.attr, name)
    rows = sorted(found.items(), key=lambda row: (-row[1], row[0]))
    return [(name, round(fit, 4)) for name, fit in rows[:8]]


def _is_module(site: Site, name: str) -> bool:
    known = site.scope.names.get(name)
    return known is not None and known.kind == "module"


def _methods(site: Site) -> dict[str, tuple[int, int]]:
    owner = site.source.class_of(site.node)
    found: dict[str, tuple[int, int]] = {}
    for node in owner.body if owner else []:
        if isinstance(node, FUNCTIONS):
            least, most = arity_of(node)
            found[node.name] = (max(least - 1, 0), most - 1)
    return found


def _is_called(site: Site, name: str) -> bool:
    return name in site.scope.facts.called


def own_attribute(site: Site) -> Iterator[Draft]:
    """`name` was meant as `self.name`, or the other way round."""
    function = site.function
    first = parameters(function)[0].arg if function and parameters(function) else ""
    if first not in ("self", "cls"):
        return
    node = site.node
    if isinstance(node, ast.Name):
        attributes = site.scope.facts.attributes.get(first, {})
        if node.id in attributes or node.id in _methods(site):
            yield from site.put(f"{first}.{node.id}", 1.0)
        elif isinstance(node.ctx, ast.Store) and site.function and site.function.name == "__init__":
            yield from site.put(f"{first}.{node.id}", 0.8)
        elif isinstance(node.ctx, ast.Load):
            near = [(name, likeness(node.id, name)) for name in attributes]
            for name, like in sorted(near, key=lambda row: (-row[1], row[0]))[:4]:
                if like < 0.3:
                    break
                known = site.scope.names.get(node.id)
                if known is None or known.kind not in ("builtin", "module", "class", "function"):
                    yield from site.put(f"{first}.{name}", 0.3 * like)
    elif isinstance(node, ast.Attribute) and site.text(node.value) == first:
        known = site.scope.names.get(node.attr)
        if known is not None and known.kind in ("parameter", "local"):
            yield from site.put(node.attr, 0.7)


def whole_or_part(site: Site) -> Iterator[Draft]:
    """`node` was meant as `node.left`, `x.y` as `x`: an attribute too few or too many."""
    node = site.node
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
        called = isinstance(site.parent, ast.Call) and site.parent.func is node
        if not called and isinstance(node.value, ast.Name | ast.Attribute):
            yield from site.put(site.text(node.value), 0.5)
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        if (
            isinstance(site.parent, ast.Attribute | ast.Call)
            and getattr(site.parent, "func", 0) is node
        ):
            return
        if isinstance(site.parent, ast.Attribute) or _is_module(site, node.id):
            return
        attributes = site.scope.facts.attributes
        own = attributes.get(node.id, {})
        rows = [(name, 0.6 if count > 1 else 0.5) for name, count in own.items()]
        if own:
            rows += [(name, 0.3) for name in attributes.get("self", {}) if name not in own]
        for name, fit in sorted(rows, key=lambda row: (-row[1], row[0]))[:8]:
            if not _is_called(site, name):
                yield from site.put(f"{node.id}.{name}", fit)


def expression(site: Site) -> Iterator[Draft]:
    """Another expression of the same function was meant: `left[i]` → `right[j]`."""
    node = site.node
    if not isinstance(node, ast.Subscript | ast.Call | ast.BinOp | ast.Name | ast.Attribute):
        return
    if isinstance(getattr(node, "ctx", None), ast.Store | ast.Del) or site.function is None:
        return
    if isinstance(site.parent, ast.Expr | ast.Attribute):
        return
    own, types = site.text(), site.scope.types_of(node)
    seen: dict[str, float] = {}
    # In a long function the nearest: comparing each with each takes longer than trying some.
    near = sorted(site.scope.expressions.items(), key=lambda row: abs(row[1].lineno - node.lineno))
    for text, other in near[:_NEAR]:
        if text != own:
            alike = type(other) is type(node)
            fit = (0.7 if alike else 0.35) * agreement(types, site.scope.types_of(other))
            seen[text] = fit * (0.5 + 0.5 * likeness(own, text))
    rows = sorted(seen.items(), key=lambda row: (-row[1], row[0]))
    for text, fit in rows[:8]:
        yield from site.put(text, fit)


def assigned(site: Site) -> Iterator[Draft]:
    """Exchange the two sides of an assignment."""
    assert isinstance(site.node, ast.Assign)
    target, value = site.node.targets[0], site.node.value
    plain = isinstance(value, ast.Name | ast.Attribute | ast.Subscript)
    if plain and len(site.node.targets) == 1 and not isinstance(target, ast.Tuple | ast.List):
        yield from site.swap(target, value)


_ON = (ast.Name,)
OPERATORS = (
    Operator("name.variable", 0.85, _ON, variable, "`left` → `right`"),
    Operator("name.bound", 0.6, _ON, bound_here, "`[n for x in xs]` → `[x for x in xs]`"),
    Operator("name.function", 0.6, (ast.Call,), function, "`min(xs)` → `max(xs)`"),
    Operator("name.attribute", 0.6, (ast.Attribute,), attribute, "`self.head` → `self.tail`"),
    Operator("name.own", 0.5, (ast.Name, ast.Attribute), own_attribute, "`count` → `self.count`"),
    Operator("name.assigned", 0.3, (ast.Assign,), assigned, "`a = b` → `b = a`"),
    Operator("name.part", 0.3, (ast.Name, ast.Attribute), whole_or_part, "`node` → `node.next`"),
    Operator("name.expression", 0.35, (ast.Subscript, ast.Call, ast.BinOp, ast.Name, ast.Attribute),
             expression, "`a[i]` → `b[j]`"),
)  # fmt: skip
