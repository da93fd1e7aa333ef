"""One table per year, made when it is needed. psycopg 3."""

from datetime import date

import psycopg
from psycopg import sql


def partition_name(day: date) -> str:
    return f"documents_{day.year}"


def ensure(connection: psycopg.Connection, day: date) -> str:
    name = partition_name(day)
    with connection.cursor() as cursor:
        cursor.execute(
            sql.SQL(
                "CREATE TABLE IF NOT EXISTS {partition} PARTITION OF documents"
                " FOR VALUES FROM ({start}) TO ({end})"
            ).format(
                partition=sql.Identifier(name),
                start=sql.Literal(date(day.year, 1, 1)),
                end=sql.Literal(date(day.year + 1, 1, 1)),
            )
        )
    return name


def copy_columns(connection: psycopg.Connection, schema: str, table: str, columns: list[str]):
    query = sql.SQL("SELECT {} FROM {} ORDER BY {}").format(
        sql.SQL(", ").join(map(sql.Identifier, columns)),
        sql.Identifier(schema, table),
        sql.Identifier(columns[0]),
    )
    with connection.cursor() as cursor:
        return cursor.execute(query).fetchall()


def insert(connection: psycopg.Connection, table: str, row: dict) -> None:
    statement = sql.SQL("INSERT INTO {table} ({columns}) VALUES ({values})").format(
        table=sql.Identifier(table),
        columns=sql.SQL(", ").join(sql.Identifier(key) for key in row),
        values=sql.SQL(", ").join(sql.Placeholder(key) for key in row),
    )
    connection.execute(statement, row)


def search(connection: psycopg.Connection, words: str, limit: int = 20):
    return connection.execute(
        """
        SELECT id, title, ts_rank(tsv, q) AS rank
        FROM documents, websearch_to_tsquery('simple', %(words)s) AS q
        WHERE tsv @@ q AND title ILIKE ANY (%(patterns)s)
        ORDER BY rank DESC
        FETCH FIRST %(limit)s ROWS ONLY
        """,
        {"words": words, "patterns": [f"%{word}%" for word in words.split()], "limit": limit},
    ).fetchall()
