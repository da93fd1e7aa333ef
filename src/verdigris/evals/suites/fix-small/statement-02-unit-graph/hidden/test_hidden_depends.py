import random

from depends import distance, needed_by, users_of


def layered(numbers, size):
    return {
        f"s{i}": [f"s{j}" for j in range(i + 1, size) if numbers.random() < 0.4]
        for i in range(size)
    }


def test_each_once_and_only_what_is_reached():
    numbers = random.Random(11)
    for size in (3, 6, 9):
        graph = layered(numbers, size)
        for name in graph:
            found = needed_by(graph, name)
            assert len(found) == len(set(found))
            assert name not in found
            reached = {other for other in graph if other != name and distance(graph, name, other)}
            assert set(found) == reached


def test_nearest_first():
    graph = {"a": ["b", "c"], "b": ["x"], "c": ["b", "y"], "x": ["y"], "y": []}
    found = needed_by(graph, "a")
    steps = [distance(graph, "a", name) for name in found]
    assert steps == sorted(steps)
    assert found == ["b", "c", "x", "y"]


def test_users_of_the_lowest():
    assert users_of({"a": ["b", "b"], "b": ["c"], "c": []}, "c") == ["a", "b"]
    assert needed_by({"a": ["b", "b"], "b": []}, "a") == ["b"]
