import sqlite3

import pytest

from notes.inbox import Inbox


@pytest.fixture
def db():
    db = sqlite3.connect(":memory:")
    db.executescript(
        """
        CREATE TABLE notifications (id INTEGER PRIMARY KEY, user_id, text, seen_at REAL);
        CREATE TABLE drafts (user_id, text);
        INSERT INTO notifications (user_id, text) VALUES (1, 'a'), (1, 'b'), (2, 'c');
        INSERT INTO drafts VALUES (1, 'x'), (2, 'y');
        """
    )
    yield db
    db.close()


def test_all_seen_is_for_one_user(db):
    Inbox(db, 1).mark_all_seen()
    assert Inbox(db, 1).unread() == 0
    assert Inbox(db, 2).unread() == 1


def test_drafts_of_others_stay(db):
    assert Inbox(db, 1).discard_drafts() == 1
    assert db.execute("SELECT user_id FROM drafts").fetchall() == [(2,)]


def test_the_rest(db):
    Inbox(db, 1).mark_seen(3)
    assert Inbox(db, 2).unread() == 1
    assert Inbox(db, 1).digest([2, 3, 1]) == ["b", "a"]
    assert Inbox(db, 1).digest([1]) == ["a"]
    assert Inbox(db, 1).forget_old() == 0
