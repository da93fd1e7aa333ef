"""Regattas: who starts, who has won."""
from __future__ import annotations

import sqlite3
from dataclasses import dataclass, field

POINTS = {"low": "sum(place)", "high": "sum(20 - place)"}
STATES = ("announced", "running", "over")
ORDERS = {"day": "r.day", "name": "r.name", "boats": "boats DESC"}
_VIEW = """
    SELECT r.name, r.day, count(e.boat) AS boats
    FROM regattas r
    LEFT JOIN entries e ON e.regatta = r.id
"""


@dataclass
class Search:
    """What the form on the page was filled in with."""

    text: str = ""
    states: list[str] = field(default_factory=list)
    order: str = "day"

    def where(self) -> tuple[str, list[str]]:
        parts, values = ["1 = 1"], []
        if self.text:
            parts.append("r.name LIKE ?")
            values.append(f"%{self.text}%")
        known = [state for state in self.states if state in STATES]
        if known:
            parts.append("r.state IN (" + ", ".join(f"'{state}'" for state in known) + ")")
        return " AND ".join(parts), values

    def order_by(self) -> str:
        return "ORDER BY " + ORDERS.get(self.order, "r.day")


def find(db: sqlite3.Connection, search: Search) -> list[tuple]:
    where, values = search.where()
    query = f"{_VIEW} WHERE {where} GROUP BY r.id {search.order_by()}"
    return db.execute(query, values).fetchall()


def standings(db: sqlite3.Connection, regatta: int, system: str = "low") -> list[tuple]:
    points = POINTS.get(system)
    if points is None:
        raise ValueError(f"select a system from {', '.join(POINTS)}")
    direction = "ASC" if system == "low" else "DESC"
    return db.execute(
        f"SELECT boat, {points} AS points FROM results WHERE regatta = ?"
        f" GROUP BY boat ORDER BY points {direction}, boat",
        (regatta,),
    ).fetchall()


def enter(db: sqlite3.Connection, regatta: int, boats: list[int]) -> int:
    rows = ", ".join("(?, ?)" for _ in boats)
    values = [value for boat in boats for value in (regatta, boat)]
    with db:
        return db.execute(f"INSERT INTO entries (regatta, boat) VALUES {rows}", values).rowcount
