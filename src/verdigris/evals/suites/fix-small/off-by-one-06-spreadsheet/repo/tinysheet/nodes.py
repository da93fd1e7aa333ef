"""What a formula is made of, once it is parsed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tinysheet.refs import Range, Ref


@dataclass(frozen=True)
class Constant:
    value: float | str


@dataclass(frozen=True)
class Cell:
    ref: Ref


@dataclass(frozen=True)
class Area:
    range: Range


@dataclass(frozen=True)
class Negated:
    operand: Node


@dataclass(frozen=True)
class Binary:
    sign: str
    left: Node
    right: Node


@dataclass(frozen=True)
class Call:
    name: str
    arguments: tuple[Node, ...]


Node = Constant | Cell | Area | Negated | Binary | Call


def references(node: Node) -> Iterator[Ref]:
    """Every cell that the formula reads."""
    match node:
        case Cell(ref):
            yield ref
        case Area(cells):
            yield from cells
        case Negated(operand):
            yield from references(operand)
        case Binary(_, left, right):
            yield from references(left)
            yield from references(right)
        case Call(_, arguments):
            for argument in arguments:
                yield from references(argument)
