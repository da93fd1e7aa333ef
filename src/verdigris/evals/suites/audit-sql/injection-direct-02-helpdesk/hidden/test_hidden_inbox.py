import sqlite3

import pytest

import figures
from inbox import Mailbox
from inbox_driver import Connection


@pytest.fixture
def box():
    db = sqlite3.connect(":memory:")
    db.executescript(
        """
        CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, email TEXT);
        CREATE TABLE tickets (id INTEGER PRIMARY KEY, customer_id INT, subject TEXT, state TEXT);
        CREATE TABLE messages (id INTEGER PRIMARY KEY, ticket_id INT, body TEXT);
        CREATE TABLE ticket_tags (ticket_id INT, tag TEXT);
        INSERT INTO ticket_tags VALUES (1, 'printer'), (2, 'printer'), (2, 'can''t log in');
        INSERT INTO customers (name, email) VALUES ('Ines', 'ines@example.org'), ('Tom', 'tom@example.org');
        """
    )
    yield Mailbox(Connection(db))
    db.close()


def test_an_address_is_never_more_than_an_address(box):
    assert box.customer_for("Ines@example.org") == (1, "Ines")
    assert box.customer_for("' or name = 'tom' or '1'='1") is None


def test_a_subject_may_hold_quotes(box):
    number = box.receive("tom@example.org", "It doesn't print", "Help!")
    assert box.open_tickets(2) == [(number, "It doesn't print")]


def test_a_subject_cannot_bring_rows_for_other_customers(box):
    box.receive("tom@example.org", "x', 'new'), (1, 'Refund me", "")
    assert box.open_tickets(1) == []


def test_tags_may_hold_quotes(box):
    found = figures.by_tag(box.connection, ["can't log in", "printer"])
    assert found == [("can't log in", 1), ("printer", 2)]
    assert figures.by_tag(box.connection, ["') OR ('1' = '1"]) == []


def test_figures(box):
    box.receive("tom@example.org", "No sound", "Help!")
    assert figures.open_tickets(box.connection) == [("new", 1)]
    assert figures.by_customer(box.connection, [2, 3]) == [(2, 1)]


def test_a_reply_goes_to_its_ticket(box):
    number = box.receive("tom@example.org", "No sound", "Help!")
    assert box.receive("tom@example.org", f"Re: [#{number}] No sound", "Still") == number
