# -*- coding: utf-8 -*-
"""Figures for the Monday meeting, printed as a table.

    python figures.py --tag printer --tag network
"""
from __future__ import print_function

import argparse
import os

QUERY_OPEN = """
    SELECT state, COUNT(*) FROM tickets
    WHERE state <> 'closed'
    GROUP BY state
    ORDER BY state
"""

# Weeks are counted by the database: date_trunc is PostgreSQL's.
QUERY_WEEKS = """
    SELECT date_trunc('week', opened_at) AS week, COUNT(*)
    FROM tickets
    WHERE opened_at >= now() - interval '%d weeks'
    GROUP BY 1
    ORDER BY 1
"""

HEADINGS = {
    'open': 'Select a state from the list to see its tickets',
    'weeks': 'New tickets by week (update: from Monday to Sunday)',
    'tags': 'Tickets where a tag was set',
}


def open_tickets(connection):
    cur = connection.cursor()
    cur.execute(QUERY_OPEN)
    return cur.fetchall()


def by_week(connection, weeks=8):
    cur = connection.cursor()
    cur.execute(QUERY_WEEKS % int(weeks))
    return cur.fetchall()


def by_tag(connection, tags):
    """How many tickets there are for each of the tags."""
    if not tags:
        return []
    cur = connection.cursor()
    sql = ("SELECT tag, COUNT(*) FROM ticket_tags WHERE tag IN ('" + "', '".join(tags) + "')"
           " GROUP BY tag ORDER BY tag")
    cur.execute(sql)
    return cur.fetchall()


def by_customer(connection, customer_ids):
    marks = ', '.join(['%s'] * len(customer_ids))
    cur = connection.cursor()
    cur.execute('SELECT customer_id, COUNT(*) FROM tickets WHERE customer_id IN (' + marks + ')'
                ' GROUP BY customer_id ORDER BY customer_id', list(customer_ids))
    return cur.fetchall()


def table(heading, rows):
    lines = [heading, '-' * len(heading)]
    for row in rows:
        lines.append('%-20s %6d' % tuple(row))
    return '\n'.join(lines)


def main():
    parser = argparse.ArgumentParser(description='Select figures from the help desk.')
    parser.add_argument('--tag', action='append', default=[])
    parser.add_argument('--weeks', type=int, default=8)
    args = parser.parse_args()

    import psycopg2
    connection = psycopg2.connect(os.environ['DATABASE_URL'])
    print(table(HEADINGS['open'], open_tickets(connection)))
    print(table(HEADINGS['weeks'], by_week(connection, args.weeks)))
    print(table(HEADINGS['tags'], by_tag(connection, args.tag)))


if __name__ == '__main__':
    main()
