import pytest
from docstore.errors import Duplicate
from docstore.index import Index
from docstore.indexes import Indexes


def test_find():
    index = Index("city")
    index.add(1, {"city": "Ulm"})
    index.add(2, {"city": "Ulm"})
    index.add(3, {})
    assert index.find("Ulm") == {1, 2}
    assert len(index) == 2


def test_remove():
    index = Index("city")
    index.add(1, {"city": "Ulm"})
    index.remove(1, {"city": "Ulm"})
    index.remove(1, {"city": "Bonn"})
    assert list(index.values()) == []


def test_unique():
    index = Index("mail", unique=True)
    index.add(1, {"mail": "a"})
    index.add(1, {"mail": "a"})
    with pytest.raises(Duplicate):
        index.add(2, {"mail": "a"})


def test_lists_and_dictionaries():
    index = Index("tags")
    index.add(1, {"tags": ["a", {"b": 1}]})
    assert index.find(["a", {"b": 1}]) == {1}


def test_all_or_none():
    indexes = Indexes()
    indexes.create("city", False, {})
    indexes.create("mail", True, {1: {"mail": "a"}})
    with pytest.raises(Duplicate):
        indexes.add(2, {"city": "Ulm", "mail": "a"})
    assert indexes.get("city").find("Ulm") == set()


def test_create_over_duplicates():
    indexes = Indexes()
    with pytest.raises(Duplicate):
        indexes.create("a", True, {1: {"a": 1}, 2: {"a": 1}})
    assert list(indexes) == []


def test_drop():
    indexes = Indexes()
    indexes.create("a", False, {})
    indexes.drop("a")
    indexes.drop("a")
    assert indexes.get("a") is None
