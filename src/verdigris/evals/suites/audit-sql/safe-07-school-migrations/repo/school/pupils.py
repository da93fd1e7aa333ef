"""Pupils and their classes."""

import sqlite3


def move_up(db: sqlite3.Connection, year: int) -> int:
    """Everybody goes up by one class, apart from those who repeat it."""
    with db:
        return db.execute(
            "UPDATE pupils SET class = class + 1 WHERE id NOT IN (SELECT pupil FROM repeats WHERE year = ?)",
            (year,),
        ).rowcount


def leave(db: sqlite3.Connection, pupil: int) -> None:
    statement = "DELETE FROM pupils"
    statement += " WHERE id = ?"
    with db:
        db.execute(statement, (pupil,))


def trim_absences(db: sqlite3.Connection, before: str) -> int:
    condition = "day < ?"
    with db:
        return db.execute(f"DELETE FROM absences WHERE {condition}", (before,)).rowcount


def seat_plan(db: sqlite3.Connection, class_: int) -> list[tuple]:
    db.execute("CREATE TEMPORARY TABLE IF NOT EXISTS seats (pupil INTEGER, place INTEGER)")
    db.execute("DELETE FROM seats")
    db.execute(
        "INSERT INTO seats SELECT id, row_number() OVER (ORDER BY name) FROM pupils WHERE class = ?",
        (class_,),
    )
    return db.execute("SELECT place, pupil FROM seats ORDER BY place").fetchall()


def upsert_grade(db: sqlite3.Connection, pupil: int, subject: str, grade: int) -> None:
    with db:
        db.execute(
            "INSERT INTO grades (pupil, subject, grade) VALUES (?, ?, ?)"
            " ON CONFLICT (pupil, subject) DO UPDATE SET grade = excluded.grade",
            (pupil, subject, grade),
        )
