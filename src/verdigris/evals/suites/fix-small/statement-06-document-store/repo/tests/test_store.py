import pytest
from docstore import Duplicate, NotFound, Store


@pytest.fixture
def store():
    store = Store()
    store.create_index("city")
    store.create_index("mail", unique=True)
    for name, city, mail in (("Ann", "Ulm", "a@x"), ("Bob", "Bonn", "b@x"), ("Eve", "Ulm", "e@x")):
        store.insert({"name": name, "city": city, "mail": mail})
    return store


def names(store, query):
    return [document["name"] for document in store.find(query)]


def test_get(store):
    assert store.get(1)["name"] == "Ann"
    with pytest.raises(NotFound):
        store.get(9)


def test_what_is_got_is_a_copy(store):
    store.get(1)["name"] = "X"
    assert store.get(1)["name"] == "Ann"


def test_find_by_index(store):
    assert names(store, 'city = "Ulm"') == ["Ann", "Eve"]


def test_find_by_looking(store):
    assert names(store, 'name > "B"') == ["Bob", "Eve"]


def test_find_all(store):
    assert len(store.find()) == len(store) == 3


def test_sorted(store):
    assert [d["name"] for d in store.find(sort="-name", most=2)] == ["Eve", "Bob"]


def test_insert_duplicate(store):
    with pytest.raises(Duplicate):
        store.insert({"name": "Zed", "city": "Ulm", "mail": "a@x"})
    assert names(store, 'city = "Ulm"') == ["Ann", "Eve"]


def test_update_moves_in_the_index(store):
    store.update(1, {"city": "Bonn"})
    assert names(store, 'city = "Ulm"') == ["Eve"]
    assert names(store, 'city = "Bonn"') == ["Ann", "Bob"]


def test_update_to_a_duplicate(store):
    with pytest.raises(Duplicate):
        store.update(1, {"mail": "b@x"})
    assert store.get(1)["mail"] == "a@x"


def test_refused_update_keeps_the_document_findable(store):
    with pytest.raises(Duplicate):
        store.update(1, {"mail": "b@x"})
    assert names(store, 'mail = "a@x"') == ["Ann"]


def test_update_removes_a_field(store):
    store.update(1, {"city": None})
    assert "city" not in store.get(1)
    assert names(store, 'city = "Ulm"') == ["Eve"]


def test_delete(store):
    store.delete(1)
    assert names(store, 'city = "Ulm"') == ["Eve"]
    store.insert({"name": "New", "mail": "a@x"})
