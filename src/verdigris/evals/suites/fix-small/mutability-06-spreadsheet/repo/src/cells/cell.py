"""One cell: what was typed, and what became of it."""

from dataclasses import dataclass, field

from cells.nodes import Literal, Node
from cells.parser import parse


@dataclass
class Cell:
    source: str = ""
    node: Node | None = None
    style: dict[str, str] = field(default_factory=dict)

    @classmethod
    def typed(cls, source: str) -> "Cell":
        cell = cls()
        cell.type(source)
        return cell

    def type(self, source: str) -> None:
        """Take what was typed: a formula, a number or text. Raises SheetError."""
        node = _node(source)
        self.source, self.node = source, node

    def copy(self) -> "Cell":
        return Cell(self.source, self.node, dict(self.style))


def _node(source: str) -> Node | None:
    if source.startswith("="):
        return parse(source[1:])
    if not source.strip():
        return None
    try:
        return Literal(float(source))
    except ValueError:
        return Literal(source)
