"""What programs are made of."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Node:
    line: int


@dataclass(frozen=True)
class Constant(Node):
    value: Any


@dataclass(frozen=True)
class Name(Node):
    name: str


@dataclass(frozen=True)
class ListOf(Node):
    items: tuple[Node, ...]


@dataclass(frozen=True)
class Unary(Node):
    sign: str
    operand: Node


@dataclass(frozen=True)
class Binary(Node):
    sign: str
    left: Node
    right: Node


@dataclass(frozen=True)
class Call(Node):
    function: Node
    arguments: tuple[Node, ...]


@dataclass(frozen=True)
class At(Node):
    target: Node
    index: Node


@dataclass(frozen=True)
class Let(Node):
    name: str
    value: Node


@dataclass(frozen=True)
class Assign(Node):
    name: str
    value: Node


@dataclass(frozen=True)
class Block(Node):
    body: tuple[Node, ...]


@dataclass(frozen=True)
class If(Node):
    condition: Node
    then: Block
    other: Node | None


@dataclass(frozen=True)
class While(Node):
    condition: Node
    body: Block


@dataclass(frozen=True)
class For(Node):
    name: str
    items: Node
    body: Block


@dataclass(frozen=True)
class Function(Node):
    name: str
    parameters: tuple[str, ...]
    body: Block


@dataclass(frozen=True)
class Return(Node):
    value: Node | None


@dataclass(frozen=True)
class Jump(Node):
    kind: str
    """`break` or `continue`."""
