"""Expressions of Python, in the small tree."""

from __future__ import annotations

import ast
import re
from abc import ABC, abstractmethod

from verdigris.checks.sql import model as m

_NUMERIC_SPEC = re.compile(r"[^{}]*[dfgexXobn,%]$")
_OPERATORS = {
    ast.In: "in", ast.NotIn: "not in", ast.Eq: "==", ast.NotEq: "!=", ast.Is: "==",
    ast.IsNot: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip  # fmt: skip
_ARITHMETIC = {ast.Sub: "-", ast.Mult: "*", ast.BitAnd: "&", ast.BitOr: "|"}


class Expressions(ABC):
    waiting: list[m.Bind]
    """What `:=` binds; put before the statement that it stands in."""

    @abstractmethod
    def function(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> m.Func:
        """Return a function with its body."""

    def targets(self, *nodes: ast.expr) -> list[m.Target]:
        made: list[m.Target] = []
        stack: list[tuple[ast.expr, tuple[int | str, ...]]] = [(each, ()) for each in nodes]
        while stack:
            node, path = stack.pop()
            match node:
                case ast.Name(id=name):
                    made.append(m.Target(name, path=path))
                case ast.Tuple(elts=parts) | ast.List(elts=parts):
                    stack += [(part, (*path, number)) for number, part in enumerate(parts)]
                case ast.Starred(value=value):
                    stack.append((value, path[:-1]))
                case ast.Attribute() | ast.Subscript():
                    made.append(m.Target(place=self.expr(node), path=path))
        return made

    def expr(self, node: ast.expr) -> m.Node:
        made = self._expr(node)
        if not made.line:
            made.line, made.end = node.lineno, node.end_lineno or node.lineno
        return made

    def _expr(self, node: ast.expr) -> m.Node:
        match node:
            case ast.Constant(value=str(value)):
                return m.Text(value)
            case ast.Constant(value=bytes(value)):
                return m.Text(value.decode("utf-8", "replace"))
            case ast.Constant():
                return m.Safe()
            case ast.JoinedStr(values=values):
                return m.Join([self._piece(each) for each in values])
            case ast.Name(id=name):
                return m.Name(name)
            case ast.Attribute(value=value, attr=name):
                return m.Attr(self.expr(value), name)
            case ast.Call():
                return self._call(node)
            case ast.BinOp():
                return self._operation(node)
        return self._larger(node)

    def _larger(self, node: ast.expr) -> m.Node:
        match node:
            case ast.Subscript(value=value, slice=ast.Slice()):
                return m.Call(m.Attr(self.expr(value), "slice"), [])
            case ast.Subscript(value=value, slice=key):
                return m.Item(self.expr(value), self.expr(key))
            case ast.IfExp(test=test, body=yes, orelse=no):
                return m.Pick(self.expr(test), self.expr(yes), self.expr(no))
            case ast.BoolOp(op=op, values=values):
                return m.Logic([self.expr(each) for each in values], isinstance(op, ast.And))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return m.Not(self.expr(operand))
            case ast.UnaryOp(operand=operand):
                return m.Safe([self.expr(operand)])
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return m.Compare(self.expr(left), _OPERATORS[type(op)], self.expr(right))
            case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
                return m.Items([self.expr(each) for each in parts])
            case ast.Dict(keys=keys, values=values):
                made = [self.expr(each) if each else None for each in keys]
                return m.Table(made, [self.expr(each) for each in values])
            case _:
                return self._rest(node)

    def _rest(self, node: ast.expr) -> m.Node:
        match node:
            case ast.Starred(value=value):
                return m.Spread(self.expr(value))
            case ast.Await(value=value):
                return self.expr(value)
            case ast.NamedExpr(target=target, value=value):
                self.waiting.append(m.Bind(self.targets(target), self.expr(value)))
                return m.Name(target.id)
            case ast.Lambda():
                return self.function(node)
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
                return self._each(node)
        inside = [each for each in ast.iter_child_nodes(node) if isinstance(each, ast.expr)]
        return m.Other([self.expr(each) for each in inside])

    def _piece(self, node: ast.expr) -> m.Node:
        if not isinstance(node, ast.FormattedValue):
            return self.expr(node)
        value = self.expr(node.value)
        spec = node.format_spec
        if isinstance(spec, ast.JoinedStr) and len(spec.values) == 1:
            said = spec.values[0]
            if isinstance(said, ast.Constant) and _NUMERIC_SPEC.match(str(said.value)):
                return m.Safe([value], line=value.line, end=value.end)
        return value

    def _call(self, node: ast.Call) -> m.Node:
        named = [
            m.Named(each.arg or "**", self.expr(each.value), line=each.value.lineno)
            for each in node.keywords
        ]
        return m.Call(self.expr(node.func), [self.expr(each) for each in node.args], named)

    def _operation(self, node: ast.BinOp) -> m.Node:
        match node.op:
            case ast.Add():
                return m.Join(self._added(node), added=True)
            case ast.Mod():
                return m.Arith("%", self.expr(node.left), self.expr(node.right))
            case op if type(op) in _ARITHMETIC:
                left, right = self.expr(node.left), self.expr(node.right)
                return m.Arith(_ARITHMETIC[type(op)], left, right)
        return m.Safe([self.expr(node.left), self.expr(node.right)])

    def _added(self, node: ast.expr) -> list[m.Node]:
        """Return the summands of a chain; thousands of them are no deeper than one."""
        parts: list[ast.expr] = []
        while isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            parts.append(node.right)
            node = node.left
        return [self.expr(each) for each in (node, *reversed(parts))]

    def _each(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> m.Node:
        key = self.expr(node.key) if isinstance(node, ast.DictComp) else None
        made = self.expr(node.value if isinstance(node, ast.DictComp) else node.elt)
        for generator in reversed(node.generators):
            made = m.Each(made, self.targets(generator.target), self.expr(generator.iter),
                          [self.expr(each) for each in generator.ifs], key,
                          line=node.lineno, end=node.end_lineno or 0)  # fmt: skip
            key = None
        return made
