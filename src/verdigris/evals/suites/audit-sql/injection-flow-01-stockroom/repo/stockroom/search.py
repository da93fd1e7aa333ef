"""Search over the stock list with any combination of filters."""

import sqlite3
from typing import Any

PAGE = 25


class StockSearch:
    """Built once per process; the connection is shared by all requests of a worker."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def run(
        self,
        name: str = "",
        supplier: str = "",
        shelves: tuple[str, ...] = (),
        at_most: int | None = None,
        page: int = 1,
    ) -> list[dict[str, Any]]:
        conditions = ["discontinued = 0"]
        values: list[Any] = []
        if name:
            conditions.append("name LIKE ?")
            values.append(f"%{name}%")
        if supplier:
            conditions.append(f"supplier = '{supplier}'")
        if shelves:
            conditions.append(f"shelf IN ({', '.join('?' * len(shelves))})")
            values.extend(shelves)
        if at_most is not None:
            conditions.append("quantity <= ?")
            values.append(at_most)
        where = " AND ".join(conditions)
        sql = f"SELECT id, name, shelf, quantity FROM items WHERE {where} ORDER BY name, id"
        sql += " LIMIT ? OFFSET ?"
        values += [PAGE, (page - 1) * PAGE]
        cursor = self._connection.execute(sql, values)
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row)) for row in cursor]
