import random

import pytest

from colony import population, step
from pictures import read, show


def picture(rows, columns, seed):
    rng = random.Random(seed)
    return "\n".join("".join(rng.choice("#..") for _ in range(columns)) for _ in range(rows))


@pytest.mark.parametrize("rows, columns", [(1, 1), (1, 7), (7, 1), (2, 5), (5, 2), (4, 4), (3, 8)])
def test_there_and_back(rows, columns):
    for seed in range(5):
        text = picture(rows, columns, seed)
        grid = read(text)
        assert (grid.rows, grid.columns) == (rows, columns)
        assert show(grid) == text
        assert population(grid) == text.count("#")


@pytest.mark.parametrize("rows, columns", [(2, 6), (6, 2), (3, 5), (5, 3), (1, 9)])
def test_against_a_plain_count(rows, columns):
    text = picture(rows, columns, 11)
    lines = text.split()
    expected = []
    for r in range(rows):
        line = ""
        for c in range(columns):
            near = sum(
                lines[y][x] == "#"
                for y in range(rows)
                for x in range(columns)
                if (y, x) != (r, c) and abs(y - r) <= 1 and abs(x - c) <= 1
            )
            line += "#" if near == 3 or near == 2 and lines[r][c] == "#" else "."
        expected.append(line)
    assert show(step(read(text))) == "\n".join(expected)


def test_cells_of_a_tall_board():
    grid = read("#. .. .#")
    assert grid[0, 0] and grid[2, 1] and not grid[2, 0]
    with pytest.raises(IndexError):
        grid[0, 2]
