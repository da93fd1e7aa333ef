from dataclasses import fields, replace

import pytest

from contacts.merge import merge, unite
from contacts.model import Contact

FULL = Contact("Ann", "ann@example.org", "555", "Acme", frozenset({"t"}), 1)
EMPTY = Contact("Ann", updated=2)


@pytest.mark.parametrize("name", ["email", "phone", "company"])
def test_each_gap_is_filled_from_its_own_field(name):
    merged = merge(FULL, EMPTY)
    assert getattr(merged, name) == getattr(FULL, name)


@pytest.mark.parametrize("name", ["email", "phone", "company"])
def test_each_newer_value_wins_alone(name):
    newer = replace(EMPTY, **{name: "new"})
    merged = merge(FULL, newer)
    for field in fields(Contact):
        if field.name not in {name, "updated"}:
            assert getattr(merged, field.name) == getattr(FULL, field.name)
    assert getattr(merged, name) == "new"


def test_merging_with_a_bare_older_entry_changes_nothing():
    newer = replace(FULL, updated=9)
    bare = Contact("Ann")
    assert merge(bare, newer) == newer
    assert merge(Contact("Ann", updated=1), Contact("Ann", updated=2)).phone == ""


def test_phones_missing_everywhere_stay_missing():
    older = Contact("Ann", "ann@example.org", updated=1)
    newer = Contact("Ann", "ann@example.org", company="Acme", updated=2)
    assert unite([older, newer])[0].phone == ""
