import pytest

from arcade import Arcade


@pytest.mark.parametrize("points", [[], [0], [5], [1, 9, 3], [7, 7]])
def test_best(points):
    arcade = Arcade()
    for each in points:
        arcade.play("x", each)
    assert arcade.best("x") == (sorted(points)[-1] if points else 0)
    assert arcade.line("x") == f"x: {arcade.best('x')} in {len(points)} games"


def test_everybody_new():
    assert Arcade().ranking(["c", "a", "b"]) == ["a", "b", "c"]
