#!/usr/bin/env python3
"""Occupancy of the hotels as CSV.

usage: occupancy.py [--region NAME] [--from DAY] [--to DAY] [--top N] DATABASE
"""

import argparse
import sqlite3
import sys
from textwrap import dedent

import pandas as pd

BASE = """
SELECT h.name, h.region, count(*) AS nights
FROM nights n
JOIN hotels h ON h.id = n.hotel_id
WHERE n.cancelled = 0
"""
GROUPING = "GROUP BY h.id ORDER BY nights DESC, h.name"


def arguments(argv):
    parser = argparse.ArgumentParser(
        description="Select the hotels from the database where most nights were booked."
    )
    parser.add_argument("database")
    parser.add_argument("--region", help="only hotels from this region")
    parser.add_argument("--from", dest="start", metavar="DAY", help="first night")
    parser.add_argument("--to", dest="end", metavar="DAY", help="last night")
    parser.add_argument("--top", type=int, default=20)
    return parser.parse_args(argv)


def build(args):
    query = BASE
    params = []
    if args.start:
        query += "AND n.day >= ?\n"
        params.append(args.start)
    if args.end:
        query += "AND n.day <= ?\n"
        params.append(args.end)
    if args.region:
        query += "AND h.region = '" + args.region + "'\n"
    query += GROUPING + " LIMIT ?"
    params.append(args.top)
    return query, params


def report(connection, args):
    query, params = build(args)
    return pd.read_sql(query, connection, params=params)


def stays(connection, guest):
    """Where a guest has slept; for the loyalty desk."""
    query = dedent(
        f"""
        SELECT h.name, min(n.day) AS first, count(*) AS nights
        FROM nights n
        JOIN hotels h ON h.id = n.hotel_id
        WHERE n.guest = '{guest}' AND n.cancelled = 0
        GROUP BY h.id
        ORDER BY first
        """
    )
    return pd.read_sql(query, con=connection)


def regions(connection):
    query = "SELECT DISTINCT region FROM hotels ORDER BY region"
    return pd.read_sql_query(query, connection)


def main(argv=None):
    args = arguments(argv)
    with sqlite3.connect(f"file:{args.database}?mode=ro", uri=True) as connection:
        frame = report(connection, args)
        if frame.empty:
            known = ", ".join(regions(connection)["region"])
            print(f"No nights in {args.region}. Select a region from: {known}", file=sys.stderr)
            return 1
    frame.to_csv(sys.stdout, index=False)
    return 0


if __name__ == "__main__":
    sys.exit(main())
