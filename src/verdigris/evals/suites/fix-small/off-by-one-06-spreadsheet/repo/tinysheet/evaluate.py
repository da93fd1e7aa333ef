"""Working out the value of a formula."""

from __future__ import annotations

import operator
from collections.abc import Callable

from tinysheet.errors import BadValue, DividedByZero
from tinysheet.formats import show
from tinysheet.functions import Value, lookup
from tinysheet.nodes import Area, Binary, Call, Cell, Constant, Negated, Node
from tinysheet.refs import Ref

Read = Callable[[Ref], Value]

_ARITHMETIC: dict[str, Callable[[float, float], float]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "^": operator.pow,
}
_COMPARISON: dict[str, Callable[[object, object], bool]] = {
    "=": operator.eq,
    "<>": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}


def evaluate(node: Node, read: Read) -> Value:
    match node:
        case Constant(value):
            return value
        case Cell(ref):
            return read(ref)
        case Area():
            raise BadValue("a range stands only within a function")
        case Negated(operand):
            return -_number(evaluate(operand, read))
        case Binary(sign, left, right):
            return _binary(sign, evaluate(left, read), evaluate(right, read))
        case Call("IF", arguments):
            return _if(arguments, read)
        case Call(name, arguments):
            return lookup(name)(_flat(arguments, read))


def _if(arguments: tuple[Node, ...], read: Read) -> Value:
    """Only the branch that is taken is worked out."""
    if len(arguments) not in {2, 3}:
        raise BadValue("IF takes a condition and one or two values")
    if evaluate(arguments[0], read):
        return evaluate(arguments[1], read)
    return evaluate(arguments[2], read) if len(arguments) == 3 else False


def _flat(arguments: tuple[Node, ...], read: Read) -> list[Value]:
    values: list[Value] = []
    for argument in arguments:
        if isinstance(argument, Area):
            values.extend(read(ref) for ref in argument.range)
        else:
            values.append(evaluate(argument, read))
    return values


def _binary(sign: str, left: Value, right: Value) -> Value:
    if sign == "&":
        return show(left) + show(right)
    if sign in _COMPARISON:
        try:
            return _COMPARISON[sign](left, right)
        except TypeError:
            raise BadValue("these cannot be compared") from None
    try:
        return float(_ARITHMETIC[sign](_number(left), _number(right)))
    except ZeroDivisionError:
        raise DividedByZero(sign) from None


def _number(value: Value) -> float:
    if value is None:
        return 0.0
    if isinstance(value, bool | float):
        return float(value)
    raise BadValue(f"not a number: {value}")
