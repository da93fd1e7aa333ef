import json
import sqlite3

import pytest

from club.api import patch_member
from club.members import Members
from club.regattas import Search, enter, find, standings


@pytest.fixture
def members():
    db = sqlite3.connect(":memory:")
    db.executescript(
        """
        CREATE TABLE members (id INTEGER PRIMARY KEY, name, email, phone, berth, fee_paid DEFAULT 0);
        CREATE TABLE boats (id INTEGER PRIMARY KEY, owner, name, sail_number, length_cm);
        CREATE TABLE regattas (id INTEGER PRIMARY KEY, name, day, state);
        CREATE TABLE entries (regatta, boat);
        CREATE TABLE results (regatta, boat, place);
        INSERT INTO members (name, phone) VALUES ('Una', '071'), ('Piet', '072');
        INSERT INTO regattas (name, day, state) VALUES ('Spring', '2024-04-01', 'over'), ('Autumn', '2024-09-01', 'running');
        INSERT INTO results VALUES (1, 7, 1), (1, 8, 2), (1, 7, 3);
        """
    )
    yield Members(db)
    db.close()


def test_a_clerk_changes_fields(members):
    status, body = patch_member(members, "1", '{"berth": "B7", "phone": "12"}', clerk=True)
    assert status == 200
    assert json.loads(body)["berth"] == "B7"


def test_a_key_is_no_sql(members):
    with pytest.raises(ValueError):
        members.patch(1, {"fee_paid = 1, name": "Una"})
    assert members.get(1)["fee_paid"] == 0


def test_a_key_cannot_reach_other_members(members):
    with pytest.raises(ValueError):
        members.patch(1, {"name = 'x' WHERE :0 OR 1 --": 1})
    assert members.get(2)["name"] == "Piet"


def test_an_order_is_no_sql(members):
    spy = "(CASE WHEN (SELECT phone FROM members WHERE id = 1) LIKE '{}%' THEN r.day ELSE r.name END)"
    seen = [find(members.db, Search(order=spy.format(start))) for start in ("0", "1")]
    assert [tuple(row) for row in seen[0]] == [tuple(row) for row in seen[1]]


def test_regattas(members):
    assert enter(members.db, 2, [7, 8]) == 2
    found = find(members.db, Search("u", ["running", "x') --"], "boats"))
    assert [tuple(row) for row in found] == [("Autumn", "2024-09-01", 2)]
    assert [tuple(row) for row in standings(members.db, 1, "high")] == [(7, 36), (8, 18)]


def test_members_change_their_own_fields_only(members):
    assert members.patch_own(2, {"name": "Pit", "fee_paid": 1})["fee_paid"] == 0
    assert members.add_boat(2, {"name": "Gull", "x) --": 1}) == 1
