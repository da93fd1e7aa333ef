"""What the arm did, in SQLite. This is all the SQL there is."""

import sqlite3

INSERT = "INSERT INTO journal (at, command) VALUES (datetime('now'), ?)"


class Journal:
    def __init__(self, path=":memory:"):
        self.db = sqlite3.connect(path)
        self.db.execute("CREATE TABLE IF NOT EXISTS journal (at TEXT, command TEXT)")

    def note(self, command):
        with self.db:
            self.db.execute(INSERT, (command,))

    def last(self, count=10):
        query = "SELECT at, command FROM journal ORDER BY rowid DESC LIMIT ?"
        return self.db.execute(query, (count,)).fetchall()

    def mentions(self, tool):
        return self.db.execute(
            "SELECT count(*) FROM journal WHERE command LIKE ?", (f"select tool {tool} from %",)
        ).fetchone()[0]
