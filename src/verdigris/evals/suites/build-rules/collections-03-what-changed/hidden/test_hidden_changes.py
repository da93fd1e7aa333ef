from copy import deepcopy

from changes import compare


def told(added=(), removed=(), changed=()):
    return {"added": list(added), "removed": list(removed), "changed": list(changed)}


def test_nothing_changed():
    assert compare({}, {}) == told()
    assert compare({"a": 1}, {"a": 1}) == told()
    assert compare({"a": {"b": 1}}, {"a": {"b": 1}}) == told()


def test_flat_dicts():
    assert compare({}, {"b": 1, "a": 2}) == told(added=["a", "b"])
    assert compare({"b": 1, "a": 2}, {}) == told(removed=["a", "b"])
    assert compare({"a": 1, "b": 1}, {"a": 2, "b": 1}) == told(changed=["a"])
    assert compare({"a": 1, "b": 2}, {"b": 3, "c": 4}) == told(["c"], ["a"], ["b"])


def test_dicts_inside():
    old = {"server": {"port": 80, "host": "a"}, "debug": False}
    new = {"server": {"port": 81, "name": "x"}, "debug": False}
    assert compare(old, new) == told(["server.name"], ["server.host"], ["server.port"])


def test_deeper():
    assert compare({"a": {"b": {"c": 1}}}, {"a": {"b": {"c": 2}}}) == told(changed=["a.b.c"])
    assert compare({"a": {"b": {}}}, {"a": {"b": {"c": 2}}}) == told(added=["a.b.c"])


def test_a_dict_in_one_only():
    assert compare({"a": {"b": 1}}, {"a": 1}) == told(changed=["a"])
    assert compare({}, {"a": {"b": 1}}) == told(added=["a"])


def test_both_stay_as_they_are():
    old, new = {"a": {"b": 1}, "c": [1]}, {"a": {"b": 2}, "c": [2]}
    copies = deepcopy((old, new))
    assert compare(old, new) == told(changed=["a.b", "c"])
    assert (old, new) == copies
