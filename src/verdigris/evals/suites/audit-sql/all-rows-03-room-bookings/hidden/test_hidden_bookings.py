import sqlite3

import pytest

import bookings


@pytest.fixture
def db():
    db = sqlite3.connect(":memory:")
    db.executescript(
        """
        CREATE TABLE rooms (name, open);
        CREATE TABLE bookings (room, day, who);
        INSERT INTO rooms VALUES ('Hall', 1), ('Loft', 1);
        INSERT INTO bookings VALUES ('Hall', '2024-05-01', 'Chess'), ('Loft', '2024-05-01', 'Yoga');
        """
    )
    yield db
    db.close()


def test_nothing_named_cancels_nothing(db):
    with pytest.raises(ValueError):
        bookings.cancel(db)
    assert len(bookings.listing(db)) == 2


def test_what_is_named_is_cancelled(db):
    assert bookings.cancel(db, "Loft", "2024-05-01") == 1
    assert bookings.listing(db) == [("Hall", "2024-05-01", "Chess")]
    assert bookings.move(db, "Hall", "Loft") == 1


def test_one_room_is_closed(db):
    bookings.close_room(db, "Loft")
    assert db.execute("SELECT name FROM rooms WHERE open = 1").fetchall() == [("Hall",)]
