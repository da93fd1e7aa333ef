"""Counting the islands on a map drawn with `#` for land and `.` for water."""

from collections.abc import Iterator

Cell = tuple[int, int]


class Map:
    def __init__(self, drawing: str) -> None:
        self.rows = [row.strip() for row in drawing.split()]
        self.height = len(self.rows)
        self.width = len(self.rows[0]) if self.rows else 0
        if any(len(row) != self.width for row in self.rows):
            raise ValueError("all rows of a map have the same length")

    def is_land(self, cell: Cell) -> bool:
        x, y = cell
        return self.rows[y][x] == "#"

    def cells(self) -> Iterator[Cell]:
        return ((x, y) for y in range(self.height) for x in range(self.width))

    def neighbours(self, cell: Cell) -> Iterator[Cell]:
        """The up to four cells beside this one."""
        x, y = cell
        for dx, dy in ((0, -1), (-1, 0), (1, 0), (0, 1)):
            if 0 <= x + dx < self.width and 0 <= y + dy < self.height:
                yield x + dx, y + dy

    def island(self, start: Cell) -> set[Cell]:
        """All land that can be walked to from `start`."""
        seen, todo = {start}, [start]
        while todo:
            for cell in self.neighbours(todo.pop()):
                if cell not in seen and self.is_land(cell):
                    seen.add(cell)
                    todo.append(cell)
        return seen


def island_sizes(drawing: str) -> list[int]:
    """Sizes of all islands, the largest first."""
    world, seen, sizes = Map(drawing), set(), []
    for cell in world.cells():
        if cell not in seen and world.is_land(cell):
            island = world.island(cell)
            seen |= island
            sizes.append(len(island))
    return sorted(sizes, reverse=True)
