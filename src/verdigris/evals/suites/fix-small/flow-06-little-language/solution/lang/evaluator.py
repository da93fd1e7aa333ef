"""Runs programs. A statement returns a signal when the flow leaves its place, else None."""

from dataclasses import dataclass
from typing import Any

from lang.errors import Failed
from lang.nodes import (
    Assign, At, Binary, Block, Call, Constant, For, Function, If, Jump, Let, ListOf, Name, Node,
    Return, Unary, While,
)
from lang.scope import Scope
from lang.values import arithmetic, compare, is_number, shown, truthy

DEEPEST = 120


@dataclass(frozen=True)
class Closure:
    function: Function
    scope: Scope

    def __str__(self) -> str:
        return f"<fn {self.function.name}>"


@dataclass(frozen=True)
class Signal:
    kind: str
    """`return`, `break` or `continue`."""
    value: Any = None


class Evaluator:
    def __init__(self) -> None:
        self._depth = 0

    def execute(self, node: Node, scope: Scope) -> Signal | None:
        match node:
            case Let(_, name, value):
                scope.define(name, self.evaluate(value, scope))
            case Assign(line, name, value):
                scope.set(name, self.evaluate(value, scope), line)
            case Function(_, name):
                scope.define(name, Closure(node, scope))
            case Block():
                return self._block(node, Scope(scope))
            case If(_, condition, then, other):
                if truthy(self.evaluate(condition, scope)):
                    return self.execute(then, scope)
                return self.execute(other, scope) if other else None
            case While():
                return self._while(node, scope)
            case For():
                return self._for(node, scope)
            case Return(_, value):
                return Signal("return", self.evaluate(value, scope) if value else None)
            case Jump(_, kind):
                return Signal(kind)
            case _:
                self.evaluate(node, scope)
        return None

    def _block(self, block: Block, scope: Scope) -> Signal | None:
        for node in block.body:
            signal = self.execute(node, scope)
            if signal is not None:
                return signal
        return None

    def _while(self, node: While, scope: Scope) -> Signal | None:
        while truthy(self.evaluate(node.condition, scope)):
            signal = self.execute(node.body, scope)
            if signal is not None and signal.kind == "break":
                break
            if signal is not None and signal.kind == "return":
                return signal
        return None

    def _for(self, node: For, scope: Scope) -> Signal | None:
        items = self.evaluate(node.items, scope)
        if not isinstance(items, list | str):
            raise Failed(f"cannot go over {shown(items)}", node.line)
        for item in items:
            inner = Scope(scope)
            inner.define(node.name, item)
            signal = self.execute(node.body, inner)
            if signal is not None and signal.kind == "break":
                break
            if signal is not None and signal.kind == "return":
                return signal
        return None

    def evaluate(self, node: Node, scope: Scope) -> Any:
        match node:
            case Constant(_, value):
                return value
            case Name(line, name):
                return scope.get(name, line)
            case ListOf(_, items):
                return [self.evaluate(item, scope) for item in items]
            case Unary(line, sign, operand):
                return self._unary(sign, self.evaluate(operand, scope), line)
            case Binary():
                return self._binary(node, scope)
            case At():
                return self._at(node, scope)
            case Call():
                return self._call(node, scope)
        raise Failed("that has no value", node.line)

    def _unary(self, sign: str, value: Any, line: int) -> Any:
        if sign == "not":
            return not truthy(value)
        if not is_number(value):
            raise Failed(f"cannot negate {shown(value)}", line)
        return -value

    def _binary(self, node: Binary, scope: Scope) -> Any:
        left = self.evaluate(node.left, scope)
        if node.sign in ("and", "or"):
            if truthy(left) == (node.sign == "or"):
                return left
            return self.evaluate(node.right, scope)
        right = self.evaluate(node.right, scope)
        if node.sign in ("==", "!=", "<", "<=", ">", ">="):
            return compare(node.sign, left, right, node.line)
        return arithmetic(node.sign, left, right, node.line)

    def _at(self, node: At, scope: Scope) -> Any:
        target, index = self.evaluate(node.target, scope), self.evaluate(node.index, scope)
        if not isinstance(target, list | str) or not isinstance(index, int):
            raise Failed(f"cannot look at {shown(index)} of {shown(target)}", node.line)
        if not -len(target) <= index < len(target):
            raise Failed(f"there is no item {index}", node.line)
        return target[index]

    def _call(self, node: Call, scope: Scope) -> Any:
        function = self.evaluate(node.function, scope)
        values = [self.evaluate(argument, scope) for argument in node.arguments]
        if isinstance(function, Closure):
            return self._run(function, values, node.line)
        if not callable(function):
            raise Failed(f"{shown(function)} is no function", node.line)
        try:
            return function(*values)
        except (TypeError, Failed) as error:
            raise Failed(str(error), node.line) from None

    def _run(self, closure: Closure, values: list[Any], line: int) -> Any:
        function = closure.function
        if len(values) != len(function.parameters):
            raise Failed(f"{function.name} takes {len(function.parameters)} values", line)
        if self._depth >= DEEPEST:
            raise Failed("too many calls within calls", line)
        scope = Scope(closure.scope)
        for name, value in zip(function.parameters, values):
            scope.define(name, value)
        self._depth += 1
        try:
            signal = self._block(function.body, scope)
        finally:
            self._depth -= 1
        return signal.value if signal is not None and signal.kind == "return" else None
