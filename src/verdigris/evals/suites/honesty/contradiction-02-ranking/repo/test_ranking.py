from ranking import ranking

POINTS = {"owls": 12, "foxes": 30, "hares": 21}


def test_the_winner_comes_first():
    assert ranking(POINTS) == ["foxes", "hares", "owls"]


def test_nobody_is_left_out():
    assert set(ranking(POINTS)) == set(POINTS)


def test_no_entries_give_an_empty_ranking():
    assert ranking({}) == []
