from itertools import combinations, permutations

import pytest

from routes import Cave


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_complete_caves(size):
    names = "abcde"[:size]
    cave = Cave(combinations(names, 2))
    middle = names[1:-1]
    expected = sorted(
        [names[0], *way, names[-1]] for n in range(len(middle) + 1) for way in permutations(middle, n)
    )
    assert cave.routes(names[0], names[-1]) == expected


def test_routes_do_not_depend_on_each_other():
    cave = Cave([("a", "b"), ("b", "c")])
    first = cave.routes("a", "c")
    first[0].append("spoiled")
    assert cave.routes("a", "c") == [["a", "b", "c"]]


def test_from_the_middle():
    cave = Cave([("a", "b"), ("b", "c"), ("c", "d"), ("d", "b")])
    assert cave.routes("b", "d") == [["b", "c", "d"], ["b", "d"]]
    assert cave.shortest("b", "d") == ["b", "d"]
    assert cave.longest("a", "d") == ["a", "b", "c", "d"]


def test_start_is_part_of_every_route():
    cave = Cave([("a", "b"), ("b", "c"), ("a", "c")])
    assert all(r[0] == "a" and r[-1] == "c" for r in cave.routes("a", "c"))
    assert cave.routes("c", "c") == [["c"]]
