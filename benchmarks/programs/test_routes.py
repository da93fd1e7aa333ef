from routes import cheapest, groups, is_tree, neighbours, reachable

EDGES = [("a", "b", 4), ("a", "c", 1), ("c", "b", 2), ("b", "d", 5), ("x", "y", 1)]


def test_neighbours_on_both_sides():
    assert neighbours(EDGES, "b") == {"a": 4, "c": 2, "d": 5}


def test_the_cheaper_of_two_edges_counts():
    assert neighbours([("a", "b", 4), ("b", "a", 3)], "a") == {"b": 3}


def test_what_can_be_reached():
    assert reachable(EDGES, "a") == {"a", "b", "c", "d"}


def test_a_lonely_place():
    assert reachable(EDGES, "q") == {"q"}


def test_a_detour_may_be_cheaper():
    assert cheapest(EDGES, "a", "b") == (3, ["a", "c", "b"])


def test_a_longer_way():
    assert cheapest(EDGES, "a", "d") == (8, ["a", "c", "b", "d"])


def test_staying_costs_nothing():
    assert cheapest(EDGES, "a", "a") == (0, ["a"])


def test_no_way():
    assert cheapest(EDGES, "a", "x") is None


def test_groups():
    assert groups(EDGES, "abcdxy") == [["a", "b", "c", "d"], ["x", "y"]]


def test_a_tree():
    assert is_tree([("a", "b", 1), ("b", "c", 1)], "abc")


def test_a_ring_is_no_tree():
    assert not is_tree([("a", "b", 1), ("b", "c", 1), ("c", "a", 1)], "abc")


def test_two_halves_are_no_tree():
    assert not is_tree([("a", "b", 1), ("a", "b", 2)], "abc")
