from league import Team, lines, table


def names(results):
    return [team.name for team in table(results)]


def test_points():
    assert names([("Elm", 2, 0, "Oak"), ("Oak", 1, 1, "Fir")]) == ["Elm", "Fir", "Oak"]


def test_difference_decides():
    assert names([("Ash", 1, 0, "Elm"), ("Oak", 4, 0, "Fir")]) == ["Oak", "Ash", "Elm", "Fir"]


def test_name_decides_last():
    assert names([("Yew", 1, 1, "Ash")]) == ["Ash", "Yew"]


def test_nobody():
    assert table([]) == []


def test_a_draw_is_one_point():
    team = Team("Ash")
    team.note(2, 2)
    assert (team.points, team.played, team.difference) == (1, 1, 0)


def test_lines():
    assert lines([Team("Ash", points=3, scored=2)]) == ["1. Ash         3 (+2)"]
