import random

import pytest
from docstore import Duplicate, Store
from docstore.errors import BadDocument

CITIES, MAILS = ["Ulm", "Bonn", "Kiel"], [f"m{i}" for i in range(6)]


def plain(store, field, value):
    """Search without any index."""
    return [key for key in store.keys() if store.get(key).get(field) == value]


def check(store):
    for city in CITIES:
        assert store.keys(f'city = "{city}"') == plain(store, "city", city)
    for mail in MAILS:
        assert store.keys(f'mail = "{mail}"') == plain(store, "mail", mail)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("order", [("city", "mail"), ("mail", "city")])
def test_indexes_never_disagree_with_the_documents(seed, order):
    numbers = random.Random(seed)
    store = Store()
    for field in order:
        store.create_index(field, unique=field == "mail")
    refused = 0
    for _ in range(120):
        document = {"city": numbers.choice(CITIES), "mail": numbers.choice([*MAILS, None])}
        keys = store.keys()
        try:
            what = numbers.random()
            if what < 0.4 or not keys:
                store.insert({k: v for k, v in document.items() if v is not None})
            elif what < 0.85:
                store.update(numbers.choice(keys), document)
            else:
                store.delete(numbers.choice(keys))
        except Duplicate:
            refused += 1
        check(store)
    assert refused


def test_after_a_refused_update_the_value_is_still_taken():
    store = Store()
    store.create_index("mail", unique=True)
    first, second = store.insert({"mail": "a"}), store.insert({"mail": "b"})
    with pytest.raises(Duplicate):
        store.update(first, {"mail": "b"})
    with pytest.raises(Duplicate):
        store.insert({"mail": "a"})
    store.update(second, {"mail": "c"})
    store.update(first, {"mail": "b"})
    assert store.keys('mail = "b"') == [first]


def test_an_update_that_is_not_plain_changes_nothing():
    store = Store()
    store.create_index("city")
    key = store.insert({"city": "Ulm"})
    with pytest.raises(BadDocument):
        store.update(key, {"city": {1, 2}})
    assert store.keys('city = "Ulm"') == [key]
