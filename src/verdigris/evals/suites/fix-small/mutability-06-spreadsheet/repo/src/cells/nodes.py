"""What a formula is made of."""

from dataclasses import dataclass
from typing import Union

from cells.address import Address


@dataclass(frozen=True)
class Literal:
    value: float | str


@dataclass(frozen=True)
class Reference:
    address: Address


@dataclass(frozen=True)
class Range:
    first: Address
    last: Address


@dataclass(frozen=True)
class Negative:
    operand: "Node"


@dataclass(frozen=True)
class Binary:
    sign: str
    left: "Node"
    right: "Node"


@dataclass(frozen=True)
class Call:
    function: str
    arguments: tuple["Node", ...]


Node = Union[Literal, Reference, Range, Negative, Binary, Call]
