"""Counting and moving."""

import sqlite3

from warehouse.names import MOVES, STOCK, STOCK_COLUMNS, Status

_LIST = ", ".join(STOCK_COLUMNS)
_MARKS = ", ".join("?" for _ in STOCK_COLUMNS)
_FINAL = ", ".join(f"'{status}'" for status in Status.FINAL)


class Stock:
    table = STOCK
    _insert = f"INSERT INTO {STOCK} ({_LIST}) VALUES ({_MARKS})"

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db

    def put(self, sku: str, bin_: str, pieces: int) -> None:
        with self.db:
            self.db.execute(
                self._insert + " ON CONFLICT (sku, bin) DO UPDATE SET pieces = pieces + excluded.pieces",
                (sku, bin_, pieces),
            )

    def pieces(self, sku: str) -> int:
        sql = "SELECT coalesce(sum(pieces), 0) FROM " + self.table + " WHERE sku = ?"
        return self.db.execute(sql, (sku,)).fetchone()[0]

    def empty_bins(self) -> list[str]:
        rows = self.db.execute("SELECT bin FROM %s GROUP BY bin HAVING sum(pieces) = 0" % self.table)
        return [row[0] for row in rows]

    def open_moves(self) -> list[tuple]:
        return self.db.execute(
            f"SELECT id, sku, pieces FROM {MOVES} WHERE status NOT IN ({_FINAL}) ORDER BY id"
        ).fetchall()

    def finish(self, move: int, ok: bool = True) -> None:
        status = Status.DONE if ok else "cancelled"
        with self.db:
            self.db.execute(f"UPDATE {MOVES} SET status = '{status}' WHERE id = ?", (move,))

    def totals(self) -> dict[str, int]:
        result = {}
        for name, table in {"stock": STOCK, "moves": MOVES}.items():
            result[name] = self.db.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        return result
