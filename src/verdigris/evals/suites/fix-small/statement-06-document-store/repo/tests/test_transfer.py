from docstore import Store
from docstore.sorting import sorted_by
from docstore.transfer import dump, load


def test_round_trip():
    first, second = Store(), Store()
    for number in range(3):
        first.insert({"n": number, "x": {"y": [number]}})
    assert load(second, dump(first).splitlines()) == (3, [])
    assert second.find() == first.find()


def test_part_of_a_store():
    store = Store()
    store.insert({"n": 1})
    store.insert({"n": 2})
    assert dump(store, "n = 2") == '{"n": 2}\n'


def test_problems():
    store = Store()
    store.create_index("n", unique=True)
    done, problems = load(store, ['{"n": 1}', "", "nonsense", '{"n": 1}', "[]"])
    assert done == 1
    assert [problem[:7] for problem in problems] == ["line 3:", "line 4:", "line 5:"]


def test_sorting_mixed_values():
    documents = [{"a": "x"}, {}, {"a": 2}, {"a": True}, {"a": 1.5}]
    assert sorted_by(documents, "a") == [{"a": True}, {"a": 1.5}, {"a": 2}, {"a": "x"}, {}]
    assert sorted_by(documents, "-a")[-1] == {}
