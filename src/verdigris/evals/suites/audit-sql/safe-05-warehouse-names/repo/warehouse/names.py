"""Names of tables and columns. Nothing in here comes from outside."""

PREFIX = "wh_"
STOCK = PREFIX + "stock"
MOVES = f"{PREFIX}moves"

STOCK_COLUMNS = ("sku", "bin", "pieces")
COLUMN_TYPES = {
    "sku": "TEXT NOT NULL",
    "bin": "TEXT NOT NULL",
    "pieces": "INTEGER NOT NULL DEFAULT 0",
}


class Status:
    OPEN = "open"
    DONE = "done"
    FINAL = (DONE, "cancelled")
