import pytest

from survey.pages import form_line
from survey.store import Store


@pytest.fixture
def store():
    store = Store()
    form = store.add_form("Canteen", ["Too loud?", "Good soup?"], "2024-01-01", "2024-01-31")
    (first, *_), (second, *_) = store.questions(form)
    store.answer(first, "Ivo", "yes")
    store.answer(second, "Ada", "no")
    yield store
    store.db.close()


def test_answers_are_listed(store):
    assert store.answers(1) == [("Ada", "Good soup?", "no"), ("Ivo", "Too loud?", "yes")]


def test_answers_are_withdrawn(store):
    assert store.withdraw("Ivo") == 1
    assert store.withdraw("Ivo") == 0


def test_forms_are_open_for_a_time(store):
    assert store.open_forms("2024-01-05") == [(1, "Canteen")]
    assert store.open_forms("2024-02-05") == []
    assert form_line(1, "Canteen", 2).startswith("Form 1")
