"""Which name is bound where in a syntax tree, and to what. Evaluates nothing.

Walks without recursion: a hostile text may be nested deeper than the interpreter's stack.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["module", "function", "class", "comprehension"]
Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_BRANCHES = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.Try, ast.Match, ast.ExceptHandler)


@dataclass(frozen=True, eq=False)
class Binding:
    """One way a name gets its value."""

    module: str = ""
    """Of an import: the full dotted name."""
    expr: ast.expr | None = None
    """Of an assignment: what is assigned, in whole."""
    path: tuple[int, ...] = ()
    """Which part of it, where it is unpacked."""
    each: bool = False
    """The name stands for each element of the expression in turn."""
    node: ast.AST | None = None
    """Of a definition: the function or class."""
    annotation: ast.expr | None = None
    line: int = 0
    sure: bool = True
    """False inside a branch, which may never be taken."""


@dataclass(eq=False)
class Scope:
    kind: Kind
    node: ast.AST
    parent: Scope | None = None
    bindings: dict[str, list[Binding]] = field(default_factory=dict)
    elsewhere: dict[str, Literal["global", "nonlocal"]] = field(default_factory=dict)
    stars: list[str] = field(default_factory=list)
    returns: list[ast.expr] = field(default_factory=list)
    deleted: set[str] = field(default_factory=set)

    def bind(self, name: str, binding: Binding) -> None:
        self.bindings.setdefault(name, []).append(binding)

    @property
    def module(self) -> Scope:
        scope = self
        while scope.parent is not None:
            scope = scope.parent
        return scope

    def find(self, name: str) -> Scope | None:
        """Return the scope whose binding a use of the name here would see, if there is one."""
        scope: Scope | None = self
        while scope is not None:
            if scope.elsewhere.get(name) == "global":
                return scope.module if name in scope.module.bindings else None
            if name in scope.bindings and (scope is self or scope.kind != "class"):
                return scope
            scope = scope.parent
        return None

    def home(self, name: str) -> Scope:
        """Return the scope in which an assignment to the name here takes effect."""
        where = self.elsewhere.get(name)
        if where == "global":
            return self.module
        if where == "nonlocal" and self.parent is not None:
            return self.parent.find(name) or self
        return self


@dataclass(frozen=True, eq=False)
class AttributeStore:
    receiver: ast.expr
    binding: Binding


class Scopes:
    """All scopes of one module, and for every node the scope and the parent it stands in."""

    def __init__(self, tree: ast.Module) -> None:
        self.module = Scope("module", tree)
        self.of: dict[int, Scope] = {}
        self.parent: dict[int, ast.AST] = {}
        self.inner: dict[int, Scope] = {}
        """The scope that a function, class or comprehension opens, by the node's id."""
        self.nodes: list[ast.AST] = []
        """In the order of the text, more or less."""
        self.attributes: dict[str, list[AttributeStore]] = {}
        self.made: list[ast.expr] = []
        """Expressions for what the text only implies; kept, because ids must not be reused."""
        self.items: dict[str, list[tuple[ast.expr, ast.expr]]] = {}
        """By the name of a container: keys and what is stored under them."""
        self.calls: dict[str, list[ast.Call]] = {}
        """Calls of plain names, so that a parameter can be followed back."""
        stack: list[tuple[ast.AST, Scope, bool]] = [(tree, self.module, True)]
        while stack:
            node, scope, sure = stack.pop()
            self.of[id(node)] = scope
            self.nodes.append(node)
            self._bind(node, scope, sure)
            children = list(self._children(node, scope, sure))
            for child, _, _ in children:
                self.parent[id(child)] = node
            stack.extend(reversed(children))

    def _children(
        self, node: ast.AST, scope: Scope, sure: bool
    ) -> Iterator[tuple[ast.AST, Scope, bool]]:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            inside = self._open("function", node, scope)
            body = [node.body] if isinstance(node, ast.Lambda) else node.body
            if isinstance(node, ast.Lambda):
                inside.returns.append(node.body)
            yield from self._outside(node, scope, sure, body)
            _bind_parameters(node, inside)
            yield from ((child, inside, True) for child in body)
        elif isinstance(node, ast.ClassDef):
            inside = self._open("class", node, scope)
            yield from self._outside(node, scope, sure, node.body)
            yield from ((child, inside, True) for child in node.body)
        elif isinstance(node, _COMPREHENSIONS):
            inside = self._open("comprehension", node, scope)
            first = node.generators[0]
            self.parent[id(first)] = node
            yield first.iter, scope, sure
            for number, generator in enumerate(node.generators):
                _bind_target(generator.target, generator.iter, inside, each=True)
                parts = [generator.target, *generator.ifs, *([generator.iter] if number else [])]
                yield from ((part, inside, sure) for part in parts)
            results = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
            yield from ((part, inside, sure) for part in results)
        else:
            branch = sure and not isinstance(node, _BRANCHES)
            yield from ((child, scope, branch) for child in ast.iter_child_nodes(node))

    def _outside(
        self, node: ast.AST, scope: Scope, sure: bool, body: list[ast.stmt] | list[ast.expr]
    ) -> Iterator[tuple[ast.AST, Scope, bool]]:
        """Yield what belongs to a definition but is evaluated where the definition stands."""
        inside = {id(child) for child in body}
        for child in ast.iter_child_nodes(node):
            if id(child) not in inside:
                yield child, scope, sure

    def _open(self, kind: Kind, node: ast.AST, parent: Scope) -> Scope:
        self.inner[id(node)] = scope = Scope(kind, node, parent)
        return scope

    def _bind(self, node: ast.AST, scope: Scope, sure: bool) -> None:
        match node:
            case ast.Import():
                for alias in node.names:
                    name = alias.asname or alias.name.partition(".")[0]
                    module = alias.name if alias.asname else name
                    made = Binding(module=module, line=node.lineno, sure=sure)
                    scope.home(name).bind(name, made)
            case ast.ImportFrom():
                _bind_from(node, scope, sure)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                made = Binding(node=node, line=node.lineno, sure=sure)
                scope.home(node.name).bind(node.name, made)
            case ast.Assign():
                for target in node.targets:
                    self._assign(target, node.value, scope, sure)
            case ast.AnnAssign(target=target, value=value):
                self._assign(target, value, scope, sure, annotation=node.annotation)
            case _:
                self._bind_smaller(node, scope, sure)

    def _bind_smaller(self, node: ast.AST, scope: Scope, sure: bool) -> None:
        match node:
            case ast.NamedExpr():
                home = scope
                while home.kind == "comprehension" and home.parent is not None:
                    home = home.parent
                _bind_target(node.target, node.value, home, sure=sure)
            case ast.AugAssign(target=ast.Name(id=name)):
                joined = ast.BinOp(ast.Name(name, ast.Load()), node.op, node.value)
                scope.home(name).bind(name, Binding(expr=joined, line=node.lineno, sure=sure))
                self.made.append(joined)
                for part in (joined, joined.left):
                    self.of[id(part)] = scope
            case ast.For() | ast.AsyncFor():
                _bind_target(node.target, node.iter, scope, each=True, sure=False)
            case ast.withitem(optional_vars=ast.expr() as target):
                _bind_target(target, node.context_expr, scope, sure=sure)
            case _:
                self._bind_rest(node, scope)

    def _bind_rest(self, node: ast.AST, scope: Scope) -> None:
        match node:
            case ast.ExceptHandler(name=str(name)):
                scope.bind(name, Binding(sure=False))
            case ast.Match():
                for case in node.cases:
                    self._bind_pattern(case.pattern, node.subject, scope)
            case ast.Global():
                scope.elsewhere.update(dict.fromkeys(node.names, "global"))
            case ast.Nonlocal():
                scope.elsewhere.update(dict.fromkeys(node.names, "nonlocal"))
            case ast.Delete():
                scope.deleted |= {each.id for each in node.targets if isinstance(each, ast.Name)}
            case ast.Return(value=ast.expr() as value):
                scope.returns.append(value)
            case ast.Call(func=ast.Name(id=name)):
                self.calls.setdefault(name, []).append(node)

    def _bind_pattern(self, pattern: ast.pattern, subject: ast.expr, scope: Scope) -> None:
        """Bind the names of a pattern: to the subject, to each part, or to an attribute of it."""
        stack: list[tuple[ast.AST, ast.expr]] = [(pattern, subject)]
        while stack:
            part, value = stack.pop()
            if isinstance(part, ast.MatchAs | ast.MatchStar) and part.name is not None:
                scope.bind(part.name, Binding(expr=value, sure=False))
                scope.bind(part.name, Binding(expr=value, each=True, sure=False))
            if isinstance(part, ast.MatchClass):
                for name, inner in zip(part.kwd_attrs, part.kwd_patterns, strict=True):
                    made = ast.Attribute(value, name, ast.Load())
                    self.of[id(made)] = scope
                    stack.append((inner, made))
                    self.made.append(made)
                stack += [(inner, value) for inner in part.patterns]
            else:
                stack += [(inner, value) for inner in ast.iter_child_nodes(part)]

    def _assign(
        self,
        target: ast.expr,
        value: ast.expr | None,
        scope: Scope,
        sure: bool,
        annotation: ast.expr | None = None,
    ) -> None:
        if value is not None and isinstance(target, ast.Attribute):
            made = Binding(expr=value, annotation=annotation, line=target.lineno)
            self.attributes.setdefault(target.attr, []).append(AttributeStore(target.value, made))
        elif value is not None and isinstance(target, ast.Subscript):
            if isinstance(target.value, ast.Name):
                self.items.setdefault(target.value.id, []).append((target.slice, value))
        else:
            _bind_target(target, value, scope, sure=sure, annotation=annotation)


def _bind_target(
    target: ast.expr,
    value: ast.expr | None,
    scope: Scope,
    *,
    each: bool = False,
    sure: bool = True,
    annotation: ast.expr | None = None,
) -> None:
    stack: list[tuple[ast.expr, tuple[int, ...]]] = [(target, ())]
    while stack:
        part, path = stack.pop()
        if isinstance(part, ast.Starred):
            part, path = part.value, (*path, -1)
        if isinstance(part, ast.Tuple | ast.List):
            stack += [(inner, (*path, number)) for number, inner in enumerate(part.elts)]
        elif isinstance(part, ast.Name):
            scope.home(part.id).bind(
                part.id,
                Binding(expr=value, path=path, each=each, annotation=annotation,
                        line=part.lineno, sure=sure),
            )  # fmt: skip


def _bind_from(node: ast.ImportFrom, scope: Scope, sure: bool) -> None:
    # The dots of a relative import stay: `.requests` is the project's own.
    module = "." * node.level + (node.module or "")
    for alias in node.names:
        if alias.name == "*":
            scope.stars.append(module)
        else:
            made = Binding(module=f"{module}.{alias.name}", line=node.lineno, sure=sure)
            local = alias.asname or alias.name
            scope.home(local).bind(local, made)


def _bind_parameters(node: Function, scope: Scope) -> None:
    args = node.args
    plain = [*args.posonlyargs, *args.args]
    defaults: list[ast.expr | None] = [None] * (len(plain) - len(args.defaults))
    pairs = [
        *zip(plain, [*defaults, *args.defaults], strict=True),
        *zip(args.kwonlyargs, args.kw_defaults, strict=True),
    ]
    for parameter, default in pairs:
        scope.bind(
            parameter.arg,
            Binding(expr=default, annotation=parameter.annotation, node=parameter),
        )
    for rest in (args.vararg, args.kwarg):
        if rest is not None:
            scope.bind(rest.arg, Binding())
