from ranking import rank


def test_the_example():
    assert rank({"Bo": 7, "Al": 9, "Cy": 7, "Di": 1}) == [
        (1, "Al", 9),
        (2, "Bo", 7),
        (2, "Cy", 7),
        (4, "Di", 1),
    ]


def test_few_or_none():
    assert rank({}) == []
    assert rank({"Al": 3}) == [(1, "Al", 3)]


def test_all_alike():
    assert rank({"c": 5, "a": 5, "b": 5}) == [(1, "a", 5), (1, "b", 5), (1, "c", 5)]


def test_the_best_comes_first():
    assert rank({"a": 1, "b": 2, "c": 3}) == [(1, "c", 3), (2, "b", 2), (3, "a", 1)]


def test_places_after_several_ties():
    found = rank({"a": 9, "b": 9, "c": 9, "d": 4, "e": 4, "f": 0})
    assert [place for place, _, _ in found] == [1, 1, 1, 4, 4, 6]
    assert [name for _, name, _ in found] == ["a", "b", "c", "d", "e", "f"]


def test_negative_points_and_fractions():
    assert rank({"a": -1, "b": 0}) == [(1, "b", 0), (2, "a", -1)]
    assert rank({"a": 1.5, "b": 2.5}) == [(1, "b", 2.5), (2, "a", 1.5)]


def test_what_is_given_stays():
    scores = {"b": 1, "a": 2}
    rank(scores)
    assert scores == {"b": 1, "a": 2} and list(scores) == ["b", "a"]
