"""A field of cells, addressed by row and column."""


class Grid:
    def __init__(self, rows, columns, fill=False):
        if rows < 1 or columns < 1:
            raise ValueError("a grid has at least one cell")
        self.rows = rows
        self.columns = columns
        self._cells = [fill] * (rows * columns)

    def _place(self, row, column):
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            raise IndexError(f"no cell {row}, {column}")
        return row * self.columns + column

    def __getitem__(self, at):
        return self._cells[self._place(*at)]

    def __setitem__(self, at, value):
        self._cells[self._place(*at)] = value

    def __iter__(self):
        """Places, line by line."""
        return ((r, c) for r in range(self.rows) for c in range(self.columns))

    def around(self, row, column):
        """The up to eight places next to one."""
        for r in range(max(row - 1, 0), min(row + 2, self.rows)):
            for c in range(max(column - 1, 0), min(column + 2, self.columns)):
                if (r, c) != (row, column):
                    yield r, c
