import pytest
from docstore.errors import BadDocument
from docstore.values import lookup, merged, require_plain


def test_lookup():
    assert lookup({"a": {"b": 1}}, "a.b") == 1
    assert lookup({"a": 1}, "a.b") is None


def test_merged():
    assert merged({"a": 1, "b": {"c": 1, "d": 2}}, {"a": None, "b": {"c": 9}}) == {
        "b": {"c": 9, "d": 2}
    }


def test_merged_is_new():
    document = {"a": {"b": 1}}
    merged(document, {"a": {"b": 2}})
    assert document == {"a": {"b": 1}}


@pytest.mark.parametrize("bad", [[], {"a": {1, 2}}, {1: "a"}, {"a.b": 1}, {"a": [object()]}])
def test_not_plain(bad):
    with pytest.raises(BadDocument):
        require_plain(bad)


def test_plain():
    require_plain({"a": [1, "x", None, {"b": True}], "c": 1.5})
