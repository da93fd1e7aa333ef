"""The sheet: cells by address, values worked out when they are asked for."""

from cells.address import Address
from cells.cell import Cell
from cells.errors import Circular, SheetError
from cells.evaluator import evaluate
from cells.functions import Value
from cells.history import Cells, History


class Sheet:
    def __init__(self) -> None:
        self._cells: Cells = {}
        self._history = History()

    def set(self, where: str, source: str) -> None:
        """Type something into a cell. Raises SheetError; then nothing changed."""
        address = Address.parse(where)
        Cell.typed(source)
        self._history.remember(self._cells)
        self._cells.setdefault(address, Cell()).type(source)

    def format(self, where: str, **style: str) -> None:
        address = Address.parse(where)
        self._history.remember(self._cells)
        self._cells.setdefault(address, Cell()).style.update(style)

    def clear(self, where: str) -> None:
        self._history.remember(self._cells)
        self._cells.pop(Address.parse(where), None)

    def source(self, where: str) -> str:
        cell = self._cells.get(Address.parse(where))
        return cell.source if cell else ""

    def style(self, where: str) -> dict[str, str]:
        cell = self._cells.get(Address.parse(where))
        return dict(cell.style) if cell else {}

    def value(self, where: str) -> Value:
        """Return a cell's value. Raises SheetError where it has none."""
        return self._value(Address.parse(where), ())

    def shown(self, where: str) -> str:
        """Return what a cell shows: its value, or the code of an error."""
        try:
            value = self.value(where)
        except SheetError as error:
            return error.code
        if value is None:
            return ""
        return f"{value:g}" if isinstance(value, float) else value

    def undo(self) -> bool:
        return self._go_to(self._history.undo(self._cells))

    def redo(self) -> bool:
        return self._go_to(self._history.redo(self._cells))

    def _go_to(self, cells: Cells | None) -> bool:
        if cells is None:
            return False
        self._cells = cells
        return True

    def _value(self, address: Address, asking: tuple[Address, ...]) -> Value:
        if address in asking:
            raise Circular(str(address))
        cell = self._cells.get(address)
        if cell is None or cell.node is None:
            return None
        return evaluate(cell.node, lambda other: self._value(other, (*asking, address)))

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows that hold something."""
        if not self._cells:
            return (0, 0)
        return (
            max(address.column for address in self._cells) + 1,
            max(address.row for address in self._cells) + 1,
        )
