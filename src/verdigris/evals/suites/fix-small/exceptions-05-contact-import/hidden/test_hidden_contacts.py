import itertools

import pytest
from contacts import Contact
from importer import read_row, read_rows, text_of

NOTHING = [None, "", "   "]


@pytest.mark.parametrize("mail,phone,groups", itertools.product(NOTHING, repeat=3))
def test_any_way_to_say_nothing(mail, phone, groups):
    row = {"name": "Bob", "mail": mail, "phone": phone, "groups": groups}
    assert read_row(row) == Contact("Bob")


@pytest.mark.parametrize("name", NOTHING)
def test_no_name_is_a_problem_of_its_row(name):
    done = read_rows([{"name": name}, {"name": "Ann"}])
    assert done.problems == ["row 1: no name"]
    assert len(done.contacts) == 1


def test_text_of():
    assert text_of({}, "a") == text_of({"a": None}, "a") == text_of({"a": " "}, "a") == ""
    assert text_of({"a": " b "}, "a") == "b"


def test_none_among_real_values():
    rows = [{"name": "A", "phone": None, "groups": "x"}, {"name": "B", "phone": "01", "groups": None}]
    done = read_rows(rows)
    assert done.contacts == [Contact("A", groups={"x"}), Contact("B", phone="+491")]
