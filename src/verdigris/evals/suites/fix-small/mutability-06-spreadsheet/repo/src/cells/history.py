"""States to go back to and forward to again."""

from cells.address import Address
from cells.cell import Cell

Cells = dict[Address, Cell]


def snapshot(cells: Cells) -> Cells:
    """Return the cells as they are now, whatever happens to them later."""
    return dict(cells)


class History:
    def __init__(self, most: int = 50) -> None:
        self._most = most
        self._back: list[Cells] = []
        self._forth: list[Cells] = []

    def remember(self, cells: Cells) -> None:
        """Keep the state before a change; what was undone cannot be redone then."""
        self._back.append(snapshot(cells))
        del self._back[: -self._most]
        self._forth.clear()

    def undo(self, now: Cells) -> Cells | None:
        """Return the state before the last change; None when there is none."""
        if not self._back:
            return None
        self._forth.append(snapshot(now))
        return self._back.pop()

    def redo(self, now: Cells) -> Cells | None:
        if not self._forth:
            return None
        self._back.append(snapshot(now))
        return self._forth.pop()
