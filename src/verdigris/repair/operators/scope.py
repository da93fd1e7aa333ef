"""The names that a place in a file can see: what kind each is, how it is used, what type it has.

Types are those seen when the tests ran; where none was seen, what the code itself says.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from verdigris.repair.operators.facts import Facts
from verdigris.repair.operators.kinds import TYPES, guess, role_of
from verdigris.repair.source import FUNCTIONS, Function, Source

COMMON = (
    "abs", "all", "any", "bool", "bytes", "chr", "dict", "divmod", "enumerate", "filter", "float",
    "frozenset", "int", "isinstance", "iter", "len", "list", "map", "max", "min", "next", "ord",
    "range", "repr", "reversed", "round", "set", "sorted", "str", "sum", "tuple", "zip",
)  # fmt: skip
"""Builtins that a small fix may use."""


@dataclass
class Known:
    """What is known of a name inside one function."""

    id: str
    kind: str
    """parameter, local, outer, global, function, class, module or builtin."""
    roles: set[str] = field(default_factory=set)
    reads: int = 0
    """How often the function reads it; a parameter that is never read was forgotten somewhere."""
    bound: int = 0
    """The first line that binds it; 0 when it is there from the start."""
    types: tuple[str, ...] = ()


_SHAPES = {
    "has append": "list", "has extend": "list", "has sort": "list", "has items": "dict",
    "has keys": "dict", "has setdefault": "dict", "has get": "dict", "has split": "str",
    "has strip": "str", "has lower": "str", "has upper": "str", "has startswith": "str",
    "argument of range": "int", "has pop": "list", "has popleft": "deque", "has add": "set",
    "has splitlines": "str",
}  # fmt: skip
"""What a variable must be, by how it is used."""
_SHORT = 40
"""Characters of an expression that is borrowed."""


class Scope:
    """The names one function can see; the module's own, for no function."""

    def __init__(
        self, facts: Facts, function: Function | None, types: Mapping[str, tuple[str, ...]]
    ) -> None:
        self.facts = facts
        self.source = facts.source
        self.function = function
        self.names: dict[str, Known] = {}
        self.literals: list[ast.Constant] = []
        self._add_outside()
        for inside in self._functions():
            self._add_parameters(inside)
            self._add_bound(inside)
        self._add_uses()
        for known in self.names.values():
            if not known.types and (shape := known.roles & _SHAPES.keys()):
                known.types = (_SHAPES[min(shape)],)
        for name, seen in types.items():
            if name in self.names and seen:
                self.names[name].types = seen
        self.returns = types.get("return", ())

    def _functions(self) -> Iterator[Function]:
        """Yield the function and those around it, outermost first."""
        if self.function is not None:
            yield from reversed([*self.source.functions_around(self.function)])
            yield self.function

    def _see(self, name: str, kind: str, line: int = 0, value: ast.expr | None = None) -> None:
        known = self.names.get(name)
        if known is None or known.kind in ("builtin", "global", "function", "class", "module"):
            known = self.names[name] = Known(name, kind, bound=line)
        elif kind != "outer" and known.kind == "outer":
            known.kind, known.bound = kind, line
        if not known.types and (found := guess(value)):
            known.types = (found,)

    def _add_outside(self) -> None:
        for name in COMMON:
            self._see(name, "builtin")
        for node in self.source.tree.body:
            for name, kind, value in _bindings(node):
                self._see(name, kind, 0 if self.function else node.lineno, value)

    def _add_parameters(self, function: Function) -> None:
        kind = "parameter" if function is self.function else "outer"
        for arg in parameters(function):
            self._see(arg.arg, kind)
            if isinstance(arg.annotation, ast.Name):
                self.names[arg.arg].types = (arg.annotation.id,)
            elif isinstance(arg.annotation, ast.Subscript):
                base = getattr(arg.annotation.value, "id", "")
                self.names[arg.arg].types = (base,) if base in TYPES else ()

    def _add_bound(self, function: Function) -> None:
        kind = "local" if function is self.function else "outer"
        for node in own_code(function):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                if not _in_comprehension(self.source, node):
                    self._see(node.id, kind, node.lineno, self._value_for(node))
            elif isinstance(node, FUNCTIONS) and node is not function:
                self._see(node.name, "function", node.lineno)
            elif isinstance(node, ast.ExceptHandler) and node.name:
                self._see(node.name, kind, node.lineno)

    def _value_for(self, name: ast.Name) -> ast.expr | None:
        """Return what is assigned to a name, where that is plain to see."""
        parent = self.source.parent(name)
        if isinstance(parent, ast.Assign | ast.AnnAssign):
            return parent.value
        if isinstance(parent, ast.Tuple):
            owner = self.source.parent(parent)
            value = owner.value if isinstance(owner, ast.Assign) else None
            if isinstance(value, ast.Tuple) and len(value.elts) == len(parent.elts):
                return value.elts[parent.elts.index(name)]
        if isinstance(parent, ast.For) and _is_range(parent.iter):
            return ast.Constant(0)  # a number, whichever
        return None

    def _add_uses(self) -> None:
        # Functions inside this one use its names as well.
        inside = ast.walk(self.function) if self.function else self.code
        for node in inside:
            if isinstance(node, ast.Name) and node.id in self.names:
                known = self.names[node.id]
                known.reads += isinstance(node.ctx, ast.Load)
                known.roles.add(role_of(node, self.source.parent(node)))
            elif isinstance(node, ast.Constant):
                self.literals.append(node)

    @cached_property
    def code(self) -> list[ast.AST]:
        """The nodes of the function's own code, or of the module's."""
        return [*own_code(self.function or self.source.tree)]

    @cached_property
    def expressions(self) -> dict[str, ast.expr]:
        """What is read in the function's own code and short enough to be read elsewhere."""
        found: dict[str, ast.expr] = {}
        for node in self.code:
            if not isinstance(node, ast.Subscript | ast.Call | ast.BinOp | ast.Attribute):
                continue
            if isinstance(getattr(node, "ctx", None), ast.Store | ast.Del):
                continue
            within = isinstance(self.source.parent(node), ast.Call | ast.Expr)
            text = self.source.segment(node)
            if within and isinstance(node, ast.Attribute):
                continue
            if text and len(text) <= _SHORT and "\n" not in text:
                found.setdefault(text, node)
        return found

    @cached_property
    def exits(self) -> list[ast.Return | ast.Raise]:
        return [node for node in self.code if isinstance(node, ast.Return | ast.Raise)]

    @cached_property
    def variables(self) -> list[Known]:
        """Parameters and locals, and outer ones, in order of appearance."""
        return [k for k in self.names.values() if k.kind in ("parameter", "local", "outer")]

    def types_of(self, node: ast.expr) -> tuple[str, ...]:
        if isinstance(node, ast.Name) and node.id in self.names:
            return self.names[node.id].types
        found = guess(node)
        if not found and isinstance(node, ast.Attribute):
            return self.facts.attribute_types.get(node.attr, ())
        return (found,) if found else ()


def parameters(function: Function) -> list[ast.arg]:
    args = function.args
    rest = [arg for arg in (args.vararg, args.kwarg) if arg]
    return [*args.posonlyargs, *args.args, *args.kwonlyargs, *rest]


def presets(function: Function) -> Iterator[tuple[ast.arg, ast.expr]]:
    """Yield the parameters that have a default, each with it."""
    args = function.args
    plain = [*args.posonlyargs, *args.args]
    yield from zip(plain[len(plain) - len(args.defaults) :], args.defaults, strict=True)
    for arg, preset in zip(args.kwonlyargs, args.kw_defaults, strict=True):
        if preset is not None:
            yield arg, preset


def own_code(owner: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a function, without the bodies of functions and classes inside it."""
    stack = [owner]
    while stack:
        node = stack.pop()
        yield node
        if node is owner or not isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            stack.extend(reversed([*ast.iter_child_nodes(node)]))


def _in_comprehension(source: Source, node: ast.AST) -> bool:
    parent = source.parent(node)
    while parent is not None and not isinstance(parent, ast.stmt):
        if isinstance(parent, ast.comprehension):
            return True
        parent = source.parent(parent)
    return False


def _is_range(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") == "range"


def _bindings(node: ast.stmt) -> Iterator[tuple[str, str, ast.expr | None]]:
    """Yield the names that a statement of the module binds: name, kind, value."""
    if isinstance(node, FUNCTIONS):
        yield node.name, "function", None
    elif isinstance(node, ast.ClassDef):
        yield node.name, "class", None
    elif isinstance(node, ast.Import | ast.ImportFrom):
        for alias in node.names:
            name = (alias.asname or alias.name).partition(".")[0]
            yield name, "module" if isinstance(node, ast.Import) else "global", None
    elif isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        for target in targets:
            for inner in ast.walk(target):
                if isinstance(inner, ast.Name):
                    yield inner.id, "global", node.value
    elif isinstance(node, ast.If | ast.Try):
        for inner in node.body:
            yield from _bindings(inner)
