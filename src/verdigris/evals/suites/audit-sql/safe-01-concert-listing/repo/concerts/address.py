"""From an address to a listing."""

import sqlite3
from urllib.parse import parse_qs

from concerts.listing import Window, concerts

WINDOWS = {"today": Window.TODAY, "week": Window.WEEK}


def from_query(db: sqlite3.Connection, query: str) -> list[sqlite3.Row]:
    asked = {key: values[-1] for key, values in parse_qs(query).items()}
    return concerts(
        db,
        window=WINDOWS.get(asked.get("when", ""), Window.ALL),
        order=asked.get("order", "date"),
        backwards=asked.get("dir") == "desc",
        page=asked.get("page", "1"),
        city=asked.get("city"),
    )
