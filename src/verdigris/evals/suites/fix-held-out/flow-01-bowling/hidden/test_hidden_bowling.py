import random

import pytest

from bowling import BadGame, frames, is_over, running, score


def slow(game):
    """Points of a whole game given as ten frames of rolls."""
    flat = [r for f in game for r in f]
    points, place = [], 0
    for number, frame in enumerate(game):
        if number == 9:
            points.append(sum(frame))
        elif frame[0] == 10:
            points.append(10 + sum(flat[place + 1 : place + 3]))
        elif sum(frame) == 10:
            points.append(10 + flat[place + 2])
        else:
            points.append(sum(frame))
        place += len(frame)
    return flat, points


def a_game(rng):
    game = []
    for number in range(10):
        first = rng.choice([10, 10, rng.randrange(10)])
        frame = [first] if first == 10 else [first, rng.choice([10 - first, rng.randint(0, 10 - first)])]
        if number == 9 and first == 10:
            frame += [10, rng.randint(0, 10)]
        elif number == 9 and sum(frame) == 10:
            frame += [rng.randint(0, 10)]
        game.append(frame)
    return game


@pytest.mark.parametrize("seed", range(40))
def test_whole_games(seed):
    flat, points = slow(a_game(random.Random(seed)))
    assert frames(flat) == points
    assert score(flat) == sum(points)
    assert running(flat)[-1] == sum(points)
    assert is_over(flat)


def test_strike_then_spare():
    assert frames([10, 5, 5, 10, 1, 2]) == [20, 20, 13, 3]


def test_strike_followed_by_gutter():
    assert frames([10, 0, 3, 1, 1]) == [13, 3, 2]


def test_too_many_pins_after_a_strike():
    with pytest.raises(BadGame):
        frames([10, 7, 7])


def test_spare_with_zero_first():
    assert frames([0, 10, 4, 1]) == [14, 5]
