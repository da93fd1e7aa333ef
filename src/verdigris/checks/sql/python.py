"""From Python's syntax tree to the small one. Raises only what `ast.parse` and deep nesting do."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator

from verdigris.checks.sql import model as m
from verdigris.checks.sql.python_expressions import Expressions
from verdigris.checks.sql.python_types import is_safe, last_name


def lower(text: str) -> m.Module:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree = ast.parse(text)
    return _Lowering(tree).module


class _Lowering(Expressions):
    def __init__(self, tree: ast.Module) -> None:
        self.imports: dict[str, str] = {}
        self.classes: list[m.Class] = []
        self.waiting: list[m.Bind] = []
        """What `:=` binds; put before the statement that it stands in."""
        self.enums = {
            node.name
            for node in tree.body
            if isinstance(node, ast.ClassDef)
            and any("Enum" in (last_name(base) or "") for base in node.bases)
        }
        self.enums |= {
            target.id
            for node in tree.body
            if isinstance(node, ast.Assign) and is_safe(node.value, self.enums)
            for target in node.targets
            if isinstance(target, ast.Name)
        }  # `Order = Literal["name", "age"]`
        self.fields = {
            node.name: frozenset(
                each.target.id
                for each in node.body
                if isinstance(each, ast.AnnAssign)
                and isinstance(each.target, ast.Name)
                and is_safe(each.annotation, self.enums)
            )
            for node in tree.body
            if isinstance(node, ast.ClassDef)
        }
        self.outer: frozenset[str] = frozenset()
        """Names that the function at hand binds for others: `global`, `nonlocal`."""
        body = self.block(tree.body)
        self.module = m.Module(body=body, imports=self.imports, language="py")

    def block(self, body: list[ast.stmt]) -> m.Block:
        made = m.Block([each for stmt in body for each in self.stmt(stmt)])
        if body:
            made.line, made.end = body[0].lineno, body[-1].end_lineno or body[-1].lineno
        return made

    def stmt(self, node: ast.stmt) -> Iterator[m.Node]:
        lowered = list(self._stmt(node))
        waiting, self.waiting = self.waiting, []
        for made in (*waiting, *lowered):
            if not made.line:
                made.line, made.end = node.lineno, node.end_lineno or node.lineno
            yield made

    def _stmt(self, node: ast.stmt) -> Iterator[m.Node]:
        match node:
            case ast.Assign(targets=targets, value=value):
                yield self._bind(self.targets(*targets), self.expr(value))
            case ast.AnnAssign(target=target, value=ast.expr() as value, annotation=note):
                yield m.Bind(self.targets(target), self.expr(value), safe=is_safe(note, self.enums))
            case ast.AnnAssign(target=target, annotation=note) if is_safe(note, self.enums):
                yield m.Bind(self.targets(target), m.Safe(), safe=True)
            case ast.AugAssign(target=target, op=ast.Add(), value=value):
                parts = [self.expr(target), *self._added(value)]
                joined = m.Join(parts, added=True, line=node.lineno, end=node.end_lineno or 0)
                yield self._bind(self.targets(target), joined)
            case ast.AugAssign(target=target, value=value):
                made = m.Safe([self.expr(value)])
                yield m.Bind(self.targets(target), made)
            case ast.Expr(value=value):
                yield m.Do(self.expr(value))
            case ast.Return(value=value):
                yield m.Return(self.expr(value) if value else None)
            case ast.Raise():
                yield m.Stop(self.expr(node.exc) if node.exc else None)
            case ast.Break() | ast.Continue():
                yield m.Stop()
            case ast.Assert(test=test):
                yield m.If([m.Not(self.expr(test))], [m.Block([m.Stop()])], m.Block([]))
            case _:
                yield from self._compound(node)

    def _bind(self, targets: list[m.Target], value: m.Node) -> m.Bind:
        return m.Bind(targets, value, declares=all(t.name not in self.outer for t in targets))

    def _compound(self, node: ast.stmt) -> Iterator[m.Node]:
        match node:
            case ast.If():
                yield self._if(node)
            case ast.For() | ast.AsyncFor():
                bind = m.Bind(self.targets(node.target), self.expr(node.iter), each=True,
                              line=node.lineno, end=node.lineno)  # fmt: skip
                yield m.Loop(bind, None, self.block(node.body))
                yield from self.block(node.orelse).stmts
            case ast.While():
                yield m.Loop(None, self.expr(node.test), self.block(node.body))
            case ast.With() | ast.AsyncWith():
                for item in node.items:
                    value = self.expr(item.context_expr)
                    yield (
                        m.Bind(self.targets(item.optional_vars), value)
                        if item.optional_vars
                        else m.Do(value)
                    )
                yield from self.block(node.body).stmts
            case ast.Try() | ast.TryStar():
                others = [handler.body for handler in node.handlers]
                yield m.Try(self.block(node.body), [self.block(body) for body in others])
                yield from self.block([*node.orelse, *node.finalbody]).stmts
            case ast.Match():
                yield self._match(node)
            case _:
                yield from self._definition(node)

    def _definition(self, node: ast.stmt) -> Iterator[m.Node]:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield from (m.Do(self.expr(each)) for each in node.decorator_list)
                yield m.Define(self.function(node))
            case ast.ClassDef():
                made = m.Class(node.name, [self.expr(base) for base in node.bases], m.Block([]),
                               private=node.name.startswith("_"))  # fmt: skip
                self.classes.append(made)
                made.body = self.block(node.body)
                self.classes.pop()
                yield made
            case ast.Import():
                for alias in node.names:
                    first = alias.name.partition(".")[0]
                    self.imports[alias.asname or first] = alias.name if alias.asname else first
            case ast.ImportFrom():
                module = "." * node.level + (node.module or "")
                for alias in node.names:
                    self.imports[alias.asname or alias.name] = f"{module}.{alias.name}"

    def _if(self, node: ast.If) -> m.If:
        tests, bodies = [], []
        while True:
            tests.append(self.expr(node.test))
            bodies.append(self.block(node.body))
            if len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If):
                node = node.orelse[0]
            else:
                return m.If(tests, bodies, self.block(node.orelse))

    def _match(self, node: ast.Match) -> m.Node:
        cases = []
        for case in node.cases:
            values = [
                self.expr(each.value)
                for each in ast.walk(case.pattern)
                if isinstance(each, ast.MatchValue)
            ]
            body = self.block(case.body)
            for each in ast.walk(case.pattern):
                if isinstance(each, ast.MatchAs | ast.MatchStar) and each.name and values:
                    # Bound beside constants: which one is not known.
                    values = []
            cases.append(m.Case(values, body))
        return m.Switch(self.expr(node.subject), cases)

    def function(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> m.Func:
        params, defaults = self._params(node.args)
        named = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        name = node.name if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else ""
        decorators = node.decorator_list if isinstance(
            node, ast.FunctionDef | ast.AsyncFunctionDef
        ) else []  # fmt: skip
        made = m.Func(name, params, m.Block([]), defaults,
                      private=name.startswith("_") and not name.startswith("__"),
                      owner=self.classes[-1] if self.classes and named else None,
                      prop=any("property" in (last_name(each) or "") for each in decorators),
                      line=node.lineno, end=node.end_lineno or 0)  # fmt: skip
        if any(last_name(each) not in _PLAIN for each in decorators):
            made.private = False  # whoever decorates it may call it with anything
        held, self.classes = self.classes, []
        if isinstance(node, ast.Lambda):
            value = self.expr(node.body)
            made.body = m.Block([m.Return(value, line=node.lineno, end=node.end_lineno or 0)])
        else:
            around, self.outer = self.outer, _declared(node)
            made.body = self.block(node.body)
            self.outer = around
        self.classes = held
        return made

    def _params(self, args: ast.arguments) -> tuple[list[m.Param], list[m.Node]]:
        plain = [*args.posonlyargs, *args.args]
        given: list[ast.expr | None] = [None] * (len(plain) - len(args.defaults))
        given += args.defaults
        made: list[m.Param] = []
        pairs = [*zip(plain, given, strict=True),
                 *zip(args.kwonlyargs, args.kw_defaults, strict=True)]  # fmt: skip
        for place, (arg, default) in enumerate(pairs):
            value = self.expr(default) if default is not None else None
            known = is_safe(arg.annotation, self.enums)
            number = place if place < len(plain) else -1
            fields = self.fields.get(last_name(arg.annotation) or "", frozenset())
            made.append(m.Param(arg.arg, number, value, safe=known, safe_fields=fields))
        for rest in filter(None, (args.vararg, args.kwarg)):
            made.append(m.Param(rest.arg, -1, rest=True))
        return made, [each.default for each in made if each.default is not None]


def _declared(node: ast.FunctionDef | ast.AsyncFunctionDef) -> frozenset[str]:
    return frozenset(
        name
        for each in node.body
        if isinstance(each, ast.Global | ast.Nonlocal)
        for name in each.names
    )


_PLAIN = {"staticmethod", "classmethod", "property", "cached_property", "cache", "lru_cache",
          "contextmanager", "asynccontextmanager", "abstractmethod", "override"}  # fmt: skip
