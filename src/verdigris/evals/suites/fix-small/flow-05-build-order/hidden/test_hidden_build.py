import random

import pytest
from ordering import Cycle, only_for, order
from targets import Target
from timing import critical_path, finish_times


def some(numbers, size):
    names = [f"t{i}" for i in range(size)]
    targets = {}
    for i, name in enumerate(names):
        needs = tuple(other for other in names[:i] if numbers.random() < 0.3)
        targets[name] = Target(name, needs, numbers.randrange(1, 9))
    shuffled = list(targets.values())
    numbers.shuffle(shuffled)
    return {target.name: target for target in shuffled}


def test_needs_come_first():
    numbers = random.Random(14)
    for size in (1, 4, 12):
        for _ in range(10):
            targets = some(numbers, size)
            found = order(targets)
            assert sorted(found) == sorted(targets)
            place = {name: i for i, name in enumerate(found)}
            for target in targets.values():
                assert all(place[other] < place[target.name] for other in target.needs)


def test_the_critical_path_is_as_long_as_the_build():
    numbers = random.Random(15)
    for _ in range(20):
        targets = some(numbers, 9)
        path = critical_path(targets)
        assert sum(targets[name].seconds for name in path) == max(finish_times(targets).values())


def test_shared_needs_are_no_cycle():
    targets = {n: Target(n, needs) for n, needs in
               {"a": ("b", "c"), "b": ("d",), "c": ("d",), "d": ()}.items()}
    assert order(targets) == ["d", "b", "c", "a"]
    assert only_for(targets, "c") == ["d", "c"]


def test_a_target_that_needs_itself():
    with pytest.raises(Cycle):
        order({"a": Target("a", ("a",))})


def test_cycle_behind_others():
    needs = {"a": ("b",), "b": ("c",), "c": ("b",)}
    with pytest.raises(Cycle) as caught:
        order({n: Target(n, o) for n, o in needs.items()})
    assert caught.value.names == ["b", "c", "b"]
