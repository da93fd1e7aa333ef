from quiz import Quiz


def quiz(**points):
    made = Quiz(points)
    for team, own in points.items():
        for each in own:
            made.enter(team, each)
    return made


def test_totals():
    made = quiz(a=[3, 4], b=[10, 0])
    assert made.table() == ["b", "a"]
    assert made.lines() == ["1. b 10", "2. a 7"]


def test_won():
    made = quiz(a=[5, 1, 1], b=[2, 3, 2])
    assert (made.won("a"), made.won("b")) == (1, 2)


def test_as_many_points():
    assert quiz(a=[7, 1, 1], b=[2, 4, 3]).table() == ["b", "a"]


def test_all_alike():
    assert quiz(b=[2], a=[2]).table() == ["a", "b"]


def test_no_rounds():
    assert quiz(x=[], w=[]).table() == ["w", "x"]
