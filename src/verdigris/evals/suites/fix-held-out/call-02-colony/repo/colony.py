"""Conway's game of life on a bounded field."""

from grid import Grid


def step(grid):
    """The next generation: born with three neighbours, stays with two or three."""
    after = Grid(grid.rows, grid.columns)
    for row, column in grid:
        alive = sum(grid[place] for place in grid.around(row, column))
        after[row, column] = alive == 3 or (alive == 2 and grid[row, column])
    return after


def population(grid):
    return sum(grid[place] for place in grid)


def generations(grid, count):
    """Yields the grid itself and the ones after it."""
    for _ in range(count):
        yield grid
        grid = step(grid)


def is_still(grid):
    after = step(grid)
    return all(grid[place] == after[place] for place in grid)
