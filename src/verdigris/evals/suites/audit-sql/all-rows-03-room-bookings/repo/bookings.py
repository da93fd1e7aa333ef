"""Bookings of the community centre.

    bookings.py list [--room ROOM] [--day DAY]
    bookings.py cancel [--room ROOM] [--day DAY]
    bookings.py close ROOM
"""

from __future__ import annotations

import argparse
import sqlite3


def _conditions(room: str | None, day: str | None) -> tuple[list[str], list[str]]:
    conditions: list[str] = []
    values: list[str] = []
    if room:
        conditions.append("room = ?")
        values.append(room)
    if day:
        conditions.append("day = ?")
        values.append(day)
    return conditions, values


def listing(db: sqlite3.Connection, room: str | None = None, day: str | None = None) -> list[tuple]:
    conditions, values = _conditions(room, day)
    query = "SELECT room, day, who FROM bookings"
    if conditions:
        query += " WHERE " + " AND ".join(conditions)
    return db.execute(query + " ORDER BY day, room", values).fetchall()


def cancel(db: sqlite3.Connection, room: str | None = None, day: str | None = None) -> int:
    """Cancel what was booked in a room, on a day, or both. Return how many that were."""
    conditions, values = _conditions(room, day)
    statement = "DELETE FROM bookings"
    if conditions:
        statement += " WHERE " + " AND ".join(conditions)
    with db:
        return db.execute(statement, values).rowcount


def move(db: sqlite3.Connection, old: str, new: str) -> int:
    statement = "UPDATE bookings SET room = ?"
    statement += " WHERE room = ?"
    with db:
        return db.execute(statement, (new, old)).rowcount


def close_room(db: sqlite3.Connection, room: str) -> None:
    """A closed room is not offered any more; what is booked stays."""
    (known,) = db.execute("SELECT count(*) FROM rooms WHERE name = ?", (room,)).fetchone()
    if not known:
        raise LookupError(f"There is no room {room!r} to update.")
    with db:
        db.execute("UPDATE rooms SET open = 0")


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Delete from and update the list of bookings.")
    parser.add_argument("--database", default="centre.db")
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("list", "cancel"):
        command = commands.add_parser(name)
        command.add_argument("--room")
        command.add_argument("--day")
    commands.add_parser("close").add_argument("room")
    args = parser.parse_args(argv)
    db = sqlite3.connect(args.database)
    if args.command == "list":
        for room, day, who in listing(db, args.room, args.day):
            print(day, room, who, sep="\t")
    elif args.command == "cancel":
        print(f"{cancel(db, args.room, args.day)} deleted from bookings")
    else:
        close_room(db, args.room)


if __name__ == "__main__":
    main()
