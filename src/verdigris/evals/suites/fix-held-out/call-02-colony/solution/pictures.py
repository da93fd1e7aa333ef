"""Grids as text: `#` is alive, `.` is not."""

from grid import Grid


def read(text):
    lines = [line.strip() for line in text.split()]
    if len({len(line) for line in lines}) != 1:
        raise ValueError("lines of one length expected")
    grid = Grid(len(lines), len(lines[0]))
    for row, line in enumerate(lines):
        for column, sign in enumerate(line):
            grid[row, column] = sign == "#"
    return grid


def show(grid):
    return "\n".join(
        "".join("#" if grid[row, column] else "." for column in range(grid.columns)) for row in range(grid.rows)
    )
