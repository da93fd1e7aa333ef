import pytest

from colony import generations, is_still, population, step
from grid import Grid
from pictures import read, show


def test_places():
    grid = Grid(2, 3)
    grid[1, 2] = True
    assert population(grid) == 1
    assert len(list(grid.around(1, 2))) == 3
    with pytest.raises(IndexError):
        grid[2, 0]


def test_block_is_still():
    assert is_still(read(".... .##. .##. ...."))


def test_blinker():
    first, second, third = generations(read("... ### ..."), 3)
    assert show(second) == ".#.\n.#.\n.#."
    assert show(third) == show(first)


def test_wide_board():
    grid = read("..... .###. .....")
    assert show(step(grid)) == "..#..\n..#..\n..#.."


def test_reading_and_showing():
    assert show(read("#.\n.#")) == "#.\n.#"


def test_ragged_pictures():
    with pytest.raises(ValueError):
        read("## #")


def test_lonely_cells_die():
    assert population(step(read("#.# ... #.#"))) == 0
