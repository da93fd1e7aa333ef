"""What a file's text says of its lines: to which function each belongs, what it reads and writes.

A multi-line statement counts as its first line, and a compound one up to its body. Pure.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from verdigris.repair.source import FUNCTIONS, PARTS, Function, Part, Source, read_source

Kind = Literal["return", "condition", "loop", "assign", "raise", "call", "define", "other"]
_MUTATING = {
    "append", "appendleft", "extend", "insert", "add", "update", "remove", "discard", "pop",
    "popleft", "popitem", "clear", "sort", "reverse", "setdefault", "push", "put", "write",
}  # fmt: skip
_LEAVING = (ast.Return, ast.Raise, ast.Break, ast.Continue)


@dataclass(frozen=True)
class Fact:
    """One statement's own code."""

    line: int
    function: str
    """Dotted, as `retrieval/outline.py` names it: a function inside a function is the outer one."""
    owner: int
    """Line of the innermost function's definition; 0 for code of the module or of a class."""
    kind: Kind
    reads: frozenset[str]
    """Names, and attributes of names: `rate`, `self.items`, with `items` alone as well."""
    writes: frozenset[str]
    attributes: frozenset[str]
    """Names of attributes: a method that is called, or a property that is read."""
    computes: bool
    """Whether there is an operator, an index or a number in it."""
    inside: tuple[int, ...]
    """Lines of the conditions and loops of the same function around it, innermost first."""
    leaves: bool
    """Whether what stands below it may leave the function or the loop."""
    raises: frozenset[str]
    """Exceptions that it, or what stands below it, raises."""


class Facts:
    def __init__(self, source: Source) -> None:
        self._source = source
        self.text = source.text

    @cached_property
    def all(self) -> tuple[Fact, ...]:
        parts = [node for node in ast.walk(self._source.tree) if isinstance(node, PARTS)]
        return tuple(self._fact(part) for part in parts if not _says_nothing(part))

    @cached_property
    def by_line(self) -> dict[int, Fact]:
        """The innermost statement whose own code stands on a line."""
        facts = {fact.line: fact for fact in self.all}
        found: dict[int, Fact] = {}
        for line, parts in self._source.parts_by_line.items():
            if fact := facts.get(self._source.first_line(parts[-1])):
                found[line] = fact
        return found

    @cached_property
    def bodies(self) -> dict[int, tuple[Fact, ...]]:
        """The statements of each function, by the line at which its definition begins."""
        found: dict[int, list[Fact]] = {}
        for fact in sorted(self.all, key=lambda fact: fact.line):
            if fact.owner:
                found.setdefault(fact.owner, []).append(fact)
        return {line: tuple(body) for line, body in found.items()}

    @cached_property
    def functions(self) -> dict[int, str]:
        """Line at which a function's definition begins, to its full dotted name."""
        return {
            self._source.first_line(node): self._source.name_of(node, inner=True)
            for node in ast.walk(self._source.tree)
            if isinstance(node, FUNCTIONS)
        }

    @cached_property
    def imports(self) -> dict[str, tuple[str, str]]:
        """Names that were imported, to the last name of the module and the one it has there."""
        return {
            alias.asname or alias.name: ((node.module or "").rpartition(".")[2], alias.name)
            for node in ast.walk(self._source.tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }

    def _fact(self, part: Part) -> Fact:
        defining = isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        around = None if defining else self._source.function_of(part)
        own = list(self._source.own_nodes(part))
        reads, writes = _names(own)
        return Fact(
            line=self._source.first_line(part),
            function=self._source.name_of(part),
            owner=self._source.first_line(around) if around else 0,
            kind=_kind(part),
            reads=frozenset(reads),
            writes=frozenset(writes),
            attributes=frozenset(node.attr for node in own if isinstance(node, ast.Attribute)),
            computes=any(_computes(node) for node in own),
            inside=tuple(self._source.first_line(one) for one in self._around(part, around)),
            leaves=any(isinstance(node, _LEAVING) for node in _below(part)),
            raises=frozenset(_raised(part)),
        )

    def _around(self, part: Part, function: Function | None) -> Iterator[Part]:
        node = self._source.parent(part)
        while node is not None and node is not function:
            if isinstance(node, ast.If | ast.For | ast.AsyncFor | ast.While | ast.ExceptHandler):
                yield node
            node = self._source.parent(node)


def read_facts(path: str, text: str) -> Facts | None:
    """Return the facts of a Python text, None for one that does not parse."""
    source = read_source(path, text)
    return None if source is None else Facts(source)


def _says_nothing(part: Part) -> bool:
    """Tell whether a statement cannot be wrong by itself: a docstring, `pass`, `global x`."""
    if isinstance(part, ast.Expr):
        return isinstance(part.value, ast.Constant)
    return isinstance(part, ast.Pass | ast.Global | ast.Nonlocal | ast.Try)


def _kind(part: Part) -> Kind:
    match part:
        case ast.Return() | ast.Expr(value=ast.Yield() | ast.YieldFrom()):
            return "return"
        case ast.If() | ast.While() | ast.Assert() | ast.match_case() | ast.ExceptHandler():
            return "condition"
        case ast.For() | ast.AsyncFor():
            return "loop"
        case ast.Assign() | ast.AugAssign() | ast.AnnAssign() | ast.Delete():
            return "assign"
        case ast.Raise():
            return "raise"
        case ast.Expr():
            return "call"
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return "define"
    return "other"


def _computes(node: ast.AST) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, int | float) and not isinstance(node.value, bool)
    return isinstance(node, ast.operator | ast.cmpop | ast.boolop | ast.unaryop | ast.Subscript)


def _names(nodes: Iterable[ast.AST]) -> tuple[set[str], set[str]]:
    reads: set[str] = set()
    writes: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Name):
            (reads if isinstance(node.ctx, ast.Load) else writes).add(node.id)
        elif isinstance(node, ast.Attribute):
            if isinstance(node.value, ast.Name):
                dotted = f"{node.value.id}.{node.attr}"
                (reads if isinstance(node.ctx, ast.Load) else writes).add(dotted)
            (reads if isinstance(node.ctx, ast.Load) else writes).add(node.attr)
        elif isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
            writes |= _target(node.value)
        elif isinstance(node, ast.AugAssign):
            reads |= _target(node.target)
        elif isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute) and node.func.attr in _MUTATING:
                writes |= _target(node.func.value)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            writes.add(node.name)
    return reads, writes


def _target(node: ast.expr) -> set[str]:
    match node:
        case ast.Name(id=name):
            return {name}
        case ast.Attribute(value=ast.Name(id=owner), attr=name):
            return {f"{owner}.{name}", name}
        case ast.Attribute(attr=name):
            return {name}
        case ast.Subscript(value=value):
            return _target(value)
    return set()


def _below(part: Part) -> Iterator[ast.AST]:
    """Yield the statements in a condition's or loop's body, not those of functions inside."""
    if not isinstance(part, ast.If | ast.While | ast.For | ast.AsyncFor | ast.match_case):
        return
    stack: list[ast.AST] = [*part.body, *getattr(part, "orelse", [])]
    while stack:
        node = stack.pop()
        yield node
        if not isinstance(node, FUNCTIONS):
            stack += [child for child in ast.iter_child_nodes(node) if isinstance(child, PARTS)]


def _raised(part: Part) -> Iterator[str]:
    for node in (part, *_below(part)):
        if isinstance(node, ast.Raise):
            error = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
            if isinstance(error, ast.Name | ast.Attribute):
                yield error.id if isinstance(error, ast.Name) else error.attr
