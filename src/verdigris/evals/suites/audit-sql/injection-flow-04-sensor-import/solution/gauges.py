"""Imports what the river gauges send: lines of `gauge;time;level;remark`.

    python gauges.py levels.db < today.csv
"""

import csv
import sqlite3
import sys
from collections import namedtuple
from datetime import datetime

Reading = namedtuple("Reading", "gauge at level remark")

BATCH = 500
SCHEMA = """
CREATE TABLE IF NOT EXISTS gauges (name TEXT PRIMARY KEY, last_seen TEXT, remark TEXT);
CREATE TABLE IF NOT EXISTS readings (gauge TEXT NOT NULL, at TEXT NOT NULL, level REAL NOT NULL);
CREATE INDEX IF NOT EXISTS readings_by_time ON readings (at);
"""


def parse(lines):
    for row in csv.reader(lines, delimiter=";"):
        if not row or row[0].startswith("#"):
            continue
        gauge, at, level, *rest = row
        yield Reading(gauge.strip(), datetime.fromisoformat(at), float(level), "".join(rest))


def store(db, readings):
    """Write the readings in batches: one statement per row took minutes."""
    batch = []
    stored = 0
    for reading in readings:
        batch.append(reading)
        if len(batch) == BATCH:
            stored += _flush(db, batch)
            batch = []
    return stored + _flush(db, batch)


def _flush(db, batch):
    if not batch:
        return 0
    db.executemany(
        "INSERT INTO readings (gauge, at, level) VALUES (?, ?, ?)",
        [(reading.gauge, reading.at.isoformat(), reading.level) for reading in batch],
    )
    db.commit()
    return len(batch)


def note_seen(db, readings):
    """Keep the time and the remark of each gauge's last reading."""
    last = {}
    for reading in readings:
        last[reading.gauge] = reading
    db.executemany(
        "INSERT OR REPLACE INTO gauges (name, last_seen, remark) VALUES (?, ?, ?)",
        [(reading.gauge, f"{reading.at:%Y-%m-%d %H:%M}", reading.remark) for reading in last.values()],
    )
    db.commit()


def highest(db, count=10):
    return db.execute(
        f"SELECT gauge, max(level) FROM readings GROUP BY gauge ORDER BY 2 DESC LIMIT {int(count)}"
    ).fetchall()


def main(path):
    db = sqlite3.connect(path)
    db.executescript(SCHEMA)
    readings = list(parse(sys.stdin))
    print(f"{store(db, readings)} readings inserted into {path}")
    note_seen(db, readings)
    for gauge, level in highest(db):
        print(f"{gauge:20} {level:6.2f}")


if __name__ == "__main__":
    main(sys.argv[1])
