"""The value of a node, given the values of cells."""

from collections.abc import Callable

from cells.address import Address, expand
from cells.errors import BadFormula, BadValue, DivisionByZero
from cells.functions import FUNCTIONS, Value
from cells.nodes import Binary, Call, Literal, Negative, Node, Range, Reference

Lookup = Callable[[Address], Value]


def evaluate(node: Node, lookup: Lookup) -> Value:
    match node:
        case Literal(value):
            return value
        case Reference(address):
            return lookup(address)
        case Negative(operand):
            return -number(evaluate(operand, lookup))
        case Binary(sign, left, right):
            return binary(sign, evaluate(left, lookup), evaluate(right, lookup))
        case Call(name, arguments):
            if name not in FUNCTIONS:
                raise BadFormula(f"no such function: {name}")
            return FUNCTIONS[name](flat(arguments, lookup))
        case _:
            raise BadValue("a range stands only inside a function")


def flat(arguments: tuple[Node, ...], lookup: Lookup) -> list[Value]:
    values: list[Value] = []
    for argument in arguments:
        if isinstance(argument, Range):
            values += [lookup(address) for address in expand(argument.first, argument.last)]
        else:
            values.append(evaluate(argument, lookup))
    return values


def binary(sign: str, left: Value, right: Value) -> Value:
    if sign == "&":
        return text(left) + text(right)
    a, b = number(left), number(right)
    if sign == "/":
        if not b:
            raise DivisionByZero("division by zero")
        return a / b
    return {"+": a + b, "-": a - b, "*": a * b}[sign] if sign != "^" else a**b


def number(value: Value) -> float:
    if value is None:
        return 0.0
    if isinstance(value, str):
        raise BadValue(f"not a number: {value}")
    return value


def text(value: Value) -> str:
    if value is None:
        return ""
    return f"{value:g}" if isinstance(value, float) else value
