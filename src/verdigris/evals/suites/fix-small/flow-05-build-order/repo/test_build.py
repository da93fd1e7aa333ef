import pytest
from ordering import Cycle, only_for, order
from targets import BadTarget, Target, parse
from timing import critical_path, finish_times

TEXT = """
app (5): ui core
ui (2): core
core (3): # the base
docs:
"""


@pytest.fixture
def targets():
    return parse(TEXT.splitlines())


def test_parse(targets):
    assert targets["app"] == Target("app", ("ui", "core"), 5)
    assert targets["docs"] == Target("docs")


@pytest.mark.parametrize("line", ["app", "a: b\na: c"])
def test_bad(line):
    with pytest.raises(BadTarget):
        parse(line.splitlines())


def test_order(targets):
    assert order(targets) == ["core", "ui", "app", "docs"]


def test_nothing_needed():
    assert order(parse(["b:", "a:"])) == ["b", "a"]


def test_only_for(targets):
    assert only_for(targets, "ui") == ["core", "ui"]


def test_cycle():
    with pytest.raises(Cycle) as caught:
        order(parse(["x: a", "a: b", "b: c", "c: a"]))
    assert caught.value.names == ["a", "b", "c", "a"]


def test_unknown_need():
    with pytest.raises(KeyError):
        order(parse(["a: b"]))


def test_times(targets):
    assert finish_times(targets) == {"core": 3, "ui": 5, "app": 10, "docs": 1}


def test_critical_path(targets):
    assert critical_path(targets) == ["core", "ui", "app"]
    assert critical_path({}) == []
