import random

import pytest

from islands import Map, island_sizes


@pytest.mark.parametrize(("width", "height"), [(1, 1), (1, 9), (9, 1), (3, 7), (7, 3), (6, 6)])
def test_all_land_is_one_island(width, height):
    assert island_sizes(" ".join(["#" * width] * height)) == [width * height]


@pytest.mark.parametrize(("width", "height"), [(1, 9), (9, 1), (3, 7), (7, 3)])
def test_neighbours_stay_on_the_map_and_are_mutual(width, height):
    world = Map(" ".join(["." * width] * height))
    cells = set(world.cells())
    for cell in cells:
        for other in world.neighbours(cell):
            assert other in cells
            assert cell in set(world.neighbours(other))
    assert sum(len(list(world.neighbours(c))) for c in cells) == 2 * (
        (width - 1) * height + (height - 1) * width
    )


@pytest.mark.parametrize("seed", range(4))
def test_turning_the_map_changes_no_size(seed):
    rng = random.Random(seed)
    rows = ["".join(rng.choice("#.") for _ in range(11)) for _ in range(5)]
    turned = ["".join(column) for column in zip(*rows, strict=True)]
    assert island_sizes(" ".join(rows)) == island_sizes(" ".join(turned))
    assert sum(island_sizes(" ".join(rows))) == "".join(rows).count("#")
