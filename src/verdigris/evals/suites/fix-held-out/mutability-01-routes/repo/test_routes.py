from routes import Cave, describe

SQUARE = [("a", "b"), ("b", "d"), ("a", "c"), ("c", "d")]


def test_neighbours():
    assert Cave(SQUARE).neighbours("a") == ["b", "c"]
    assert Cave(SQUARE).neighbours("z") == []


def test_two_ways_around():
    assert Cave(SQUARE).routes("a", "d") == [["a", "b", "d"], ["a", "c", "d"]]


def test_no_way():
    cave = Cave([("a", "b"), ("x", "y")])
    assert cave.routes("a", "y") == []
    assert cave.shortest("a", "y") is None


def test_number_of_routes():
    assert len(Cave(SQUARE + [("b", "c")]).routes("a", "d")) == 4


def test_shortest_and_longest():
    cave = Cave(SQUARE + [("a", "d")])
    assert cave.shortest("a", "d") == ["a", "d"]
    assert cave.longest("a", "d") == ["a", "b", "d"]


def test_already_there():
    assert Cave(SQUARE).routes("a", "a") == [["a"]]


def test_describe():
    assert describe(["a", "b"]) == "a > b"
    assert describe(None) == "no way"
