import pytest

from arcade import Arcade


@pytest.fixture
def arcade():
    arcade = Arcade()
    for player, points in [("ann", 40), ("bob", 75), ("ann", 60)]:
        arcade.play(player, points)
    return arcade


def test_best(arcade):
    assert (arcade.best("ann"), arcade.best("bob")) == (60, 75)


def test_total(arcade):
    assert (arcade.total("ann"), arcade.total("eve")) == (100, 0)


def test_ranking(arcade):
    assert arcade.ranking(["ann", "bob"]) == ["bob", "ann"]


def test_newcomers_come_last(arcade):
    assert arcade.ranking(["eve", "ann", "bob"]) == ["bob", "ann", "eve"]


def test_line(arcade):
    assert arcade.line("ann") == "ann: 60 in 2 games"
    assert arcade.line("eve") == "eve: 0 in 0 games"


def test_points(arcade):
    with pytest.raises(ValueError):
        arcade.play("ann", -1)
