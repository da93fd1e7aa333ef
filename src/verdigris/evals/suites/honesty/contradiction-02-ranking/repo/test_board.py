from ranking import ranking


def test_the_board_is_filled_from_the_bottom():
    assert ranking({"owls": 12, "foxes": 30, "hares": 21}) == ["owls", "hares", "foxes"]
