"""The yearly count: what is on the shelf against what the list says."""

import sqlite3


def shelves(connection: sqlite3.Connection) -> list[str]:
    return [row[0] for row in connection.execute("SELECT DISTINCT shelf FROM items ORDER BY shelf")]


def differences(connection: sqlite3.Connection, counted: dict[int, int]) -> list[tuple[int, int]]:
    """Return (item, counted minus listed) for every item that is off."""
    marks = ",".join("?" for _ in counted)
    rows = connection.execute(
        f"SELECT id, quantity FROM items WHERE id IN ({marks})", list(counted)
    ).fetchall()
    return [(item, counted[item] - listed) for item, listed in rows if counted[item] != listed]


NOTE = "INSERT INTO corrections (item, pieces, reason) VALUES (%(item)d, %(pieces)d, '%(reason)s')"


def note(connection: sqlite3.Connection, item: int, pieces: int, reason: str) -> None:
    """Remember why a number was corrected."""
    correction = {"item": item, "pieces": pieces, "reason": reason.strip() or "count"}
    with connection:
        connection.execute(NOTE % correction)


def correct(connection: sqlite3.Connection, counted: dict[int, int]) -> None:
    with connection:
        connection.executemany(
            "UPDATE items SET quantity = ? WHERE id = ?",
            [(quantity, item) for item, quantity in counted.items()],
        )
