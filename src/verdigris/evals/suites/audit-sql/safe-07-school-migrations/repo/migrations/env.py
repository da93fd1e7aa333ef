"""Runs what has not been run yet, in the order of the numbers."""

import importlib
import sqlite3
from pathlib import Path


def migrate(db: sqlite3.Connection) -> None:
    (done,) = db.execute("PRAGMA user_version").fetchone()
    for path in sorted(Path(__file__).parent.glob("v*.py")):
        number = int(path.stem[1:5])
        if number > done:
            with db:
                importlib.import_module(f"migrations.{path.stem}").upgrade(db)
                db.execute(f"PRAGMA user_version = {number}")
