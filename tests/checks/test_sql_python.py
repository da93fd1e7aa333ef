"""The SQL of Python code: what is found, and the look-alikes that are not."""

# ruff: noqa: E501 - the programs below are data, one statement a line

from __future__ import annotations

from textwrap import dedent

import pytest

from verdigris.checks.sql import audit_sql

HEAD = "import sqlite3\n\nconn = sqlite3.connect('shop.db')\ncur = conn.cursor()\n"


def rules(code: str, path: str = "shop/orders.py") -> list[str]:
    """Return the lines marked `#!` as `rule:line` would be, and what was found instead."""
    return [f"{each.rule}:{each.line}" for each in audit_sql(HEAD + dedent(code), path)]


def wanted(code: str) -> list[str]:
    lines = (HEAD + dedent(code)).split("\n")
    return [
        f"sql/{line.partition('#!')[2].strip()}:{n}"
        for n, line in enumerate(lines, 1)
        if "#!" in line
    ]


WRONG = {
    "an f-string": """
        def find(name):
            return conn.execute(f"SELECT * FROM users WHERE name = '{name}'")  #! injection
    """,
    "a percent sign": """
        def find(name):
            sql = "SELECT * FROM users WHERE name = '%s'" % name  #! injection
            return conn.execute(sql)
    """,
    "a percent sign with a tuple": """
        def find(name, city):
            sql = "SELECT * FROM users WHERE name = '%s' AND city = '%s'" % (name, city)  #! injection
            return conn.execute(sql)
    """,
    "a percent sign with a dict": """
        def find(name):
            q = "SELECT * FROM users WHERE name = '%(name)s'" % {"name": name}  #! injection
            cur.execute(q)
    """,
    "format by place": """
        def find(name):
            cur.execute("SELECT * FROM users WHERE name = '{}'".format(name))  #! injection
    """,
    "format by name": """
        def find(name):
            cur.execute("SELECT * FROM users WHERE name = '{who}'".format(who=name))  #! injection
    """,
    "a chain of plus": """
        def find(name):
            cur.execute("SELECT * FROM users WHERE name = '" + name + "'")  #! injection
    """,
    "a text that grows": """
        def find(name, city):
            sql = "SELECT * FROM users WHERE 1 = 1"
            if name:
                sql += f" AND name = '{name}'"  #! injection
            if city:
                sql += " AND city = ?"
            return cur.execute(sql, (city,))
    """,
    "a list that grows": """
        def find(name, city):
            where = []
            if name:
                where.append("name = '" + name + "'")  #! injection
            where.append("city = ?")
            return cur.execute("SELECT * FROM users WHERE " + " AND ".join(where), (city,))
    """,
    "replace": """
        TEMPLATE = "SELECT * FROM users WHERE name = '@name'"

        def find(name):
            return cur.execute(TEMPLATE.replace("@name", name))  #! injection
    """,
    "join of values": """
        def find(names):
            listed = "','".join(names)
            return cur.execute(f"SELECT * FROM users WHERE name IN ('{listed}')")  #! injection
    """,
    "a tuple as text": """
        def find(names):
            return cur.execute(f"SELECT * FROM users WHERE name IN {tuple(names)}")  #! injection
    """,
    "keys of a dict as columns": """
        def update(key, **fields):
            pairs = ", ".join(f"{name} = ?" for name in fields)  #! injection
            conn.execute(f"UPDATE users SET {pairs} WHERE id = ?", (*fields.values(), key))
    """,
    "a helper that returns SQL": """
        def _by_name(name):
            return f"SELECT * FROM users WHERE name = '{name}'"  #! injection

        def find(name):
            return conn.execute(_by_name(name)).fetchone()
    """,
    "a helper that quotes by itself": """
        def quoted(value):
            return "'" + value + "'"

        def find(name):
            return conn.execute("SELECT * FROM users WHERE name = " + quoted(name))  #! injection
    """,
    "a wrapper that runs what it is given": """
        class Store:
            def run(self, sql, params=()):
                return conn.execute(sql, params).fetchall()

            def find(self, name):
                return self.run(f"SELECT * FROM users WHERE name = '{name}'")  #! injection
    """,
    "an attribute of the object": """
        class Search:
            def __init__(self, name):
                self.condition = f"name = '{name}'"  #! injection

            def run(self):
                return conn.execute("SELECT * FROM users WHERE " + self.condition)
    """,
    "an attribute that grows": """
        class Builder:
            def __init__(self):
                self._sql = "SELECT * FROM users WHERE 1 = 1"

            def named(self, name):
                self._sql += " AND name = '" + name + "'"  #! injection
                return self

            def run(self):
                return conn.execute(self._sql)
    """,
    "a loop over a request": """
        def find(filters):
            sql = "SELECT * FROM users WHERE active = 1"
            for column, value in filters.items():
                sql += f" AND {column} = ?"  #! injection
            return conn.execute(sql, list(filters.values()))
    """,
    "a column that is not checked": """
        def listed(order):
            return conn.execute(f"SELECT * FROM users ORDER BY {order}")  #! injection
    """,
    "a check that comes too late": """
        ALLOWED = {"name", "age"}

        def listed(order):
            rows = conn.execute(f"SELECT * FROM users ORDER BY {order}")  #! injection
            if order not in ALLOWED:
                raise ValueError(order)
            return rows
    """,
    "a check of another value": """
        ALLOWED = {"name", "age"}

        def listed(order, direction):
            if order not in ALLOWED:
                raise ValueError(order)
            return conn.execute(f"SELECT * FROM users ORDER BY {order} {direction}")  #! injection
    """,
    "a check that only logs": """
        ALLOWED = {"name", "age"}

        def listed(order):
            if order not in ALLOWED:
                print("odd", order)
            return conn.execute(f"SELECT * FROM users ORDER BY {order}")  #! injection
    """,
    "a check against what was handed in": """
        def listed(order, columns):
            if order not in columns:
                raise ValueError(order)
            return conn.execute(f"SELECT * FROM users ORDER BY {order}")  #! injection
    """,
    "a pattern that looks at the beginning only": """
        import re

        def listed(order):
            if not re.match(r"[a-z]+", order):
                raise ValueError(order)
            return conn.execute(f"SELECT * FROM users ORDER BY {order}")  #! injection
    """,
    "quoting for another language": """
        import html

        def find(name):
            return conn.execute(f"SELECT * FROM users WHERE name = '{html.escape(name)}'")  #! injection
    """,
    "quotes doubled where none stand around": """
        def listed(order):
            order = order.replace("'", "''")
            return conn.execute(f"SELECT * FROM users ORDER BY {order}")  #! injection
    """,
    "a script": """
        def seed(name):
            conn.executescript(f"INSERT INTO users (name) VALUES ('{name}');")  #! injection
    """,
    "a Template": """
        from string import Template

        def find(name):
            sql = Template("SELECT * FROM users WHERE name = '$name'").substitute(name=name)  #! injection
            return conn.execute(sql)
    """,
    "SQLAlchemy's text": """
        from sqlalchemy import text

        def find(session, name):
            return session.execute(text(f"SELECT * FROM users WHERE name = '{name}'"))  #! injection
    """,
    "a piece of SQL in SQLAlchemy": """
        import sqlalchemy as sa

        def listed(query, order):
            return query.order_by(sa.text(f"{order} DESC"))  #! injection
    """,
    "Django's raw": """
        def find(name):
            return User.objects.raw("SELECT * FROM users WHERE name = '%s'" % name)  #! injection
    """,
    "Django's extra": """
        def find(name):
            return User.objects.extra(where=[f"name = '{name}'"])  #! injection
    """,
    "Django's RawSQL": """
        from django.db.models.expressions import RawSQL

        def find(name):
            return User.objects.annotate(x=RawSQL(f"SELECT 1 WHERE '{name}' = ''", []))  #! injection
    """,
    "asyncpg": """
        async def find(pool, name):
            return await pool.fetchrow(f"SELECT * FROM users WHERE name = '{name}'")  #! injection
    """,
    "pandas": """
        import pandas as pd

        def load(day):
            return pd.read_sql(f"SELECT * FROM sales WHERE day = '{day}'", conn)  #! injection
    """,
    "psycopg's SQL around a text": """
        from psycopg import sql

        def find(cur, name):
            cur.execute(sql.SQL(f"SELECT * FROM users WHERE name = '{name}'"))  #! injection
    """,
    "the whole text from a request": """
        from flask import request

        def run():
            return conn.execute(request.args["q"]).fetchall()  #! injection
    """,
    "a name by keyword": """
        def find(cursor, name):
            cursor.execute(query=f"SELECT * FROM users WHERE name = '{name}'")  #! injection
    """,
    "several lines": '''
        def find(name):
            return conn.execute(
                f"""
                SELECT *
                FROM users
                WHERE name = '{name}'  -- #! injection
                """
            )
    ''',
    "a misspelt verb": """
        conn.execute("SELCT * FROM users WHERE id = ?", (1,))  #! typo
    """,
    "a misspelt FROM": """
        conn.execute("SELECT name FORM users WHERE id = ?", (1,))  #! typo
    """,
    "a misspelt WHERE": """
        conn.execute("SELECT name FROM users WEHRE id = ?", (1,))  #! typo
    """,
    "a misspelt word in a constant": '''
        FIND = """
            SELECT name
            FROM users
            GROPU BY name --#! typo
        """

        def find():
            return conn.execute(FIND)
    ''',
    "a misspelt word beside a hole that is safe": """
        def find(ids):
            marks = ", ".join("?" * len(ids))
            return conn.execute(f"SELECT * FROM users WEHRE id IN ({marks})", ids)  #! typo
    """,
    "misspelt VALUES, INTO, SET, JOIN, ORDER": """
        conn.execute("INSERT INTO users (name) VALEUS (?)", ("a",))  #! typo
        conn.execute("INSRT INTO users (name) VALUES (?)", ("a",))  #! typo
        conn.execute("UPDATE users STE name = ? WHERE id = 1", ("a",))  #! typo
        conn.execute("SELECT * FROM users u LEFT JION orders o ON o.user = u.id")  #! typo
        conn.execute("SELECT * FROM users u INNR JOIN orders o ON o.user = u.id")  #! typo
        conn.execute("SELECT * FROM users ODER BY name")  #! typo
        conn.execute("SELECT DISTINT name FROM users")  #! typo
        conn.execute("CREATE TABEL users (id INTEGER PRIMARY KEY)")  #! typo
        conn.execute("DELETE FORM users WHERE id = 1")  #! typo
        conn.execute("SELECT * FROM users WHERE name LKIE 'a%'")  #! typo
        conn.execute("SELECT * FROM users LIMTI 10")  #! typo
    """,
    "a misspelt word in a table of queries": """
        QUERIES = {
            "one": "SELECT * FROM users WHERE id = ?",
            "all": "SELCT * FROM users",  #! typo
        }
    """,
    "a DELETE without a condition": """
        def remove(user_id):
            conn.execute("DELETE FROM users")  #! all-rows
    """,
    "an UPDATE without a condition": """
        def rename(user_id, name):
            conn.execute("UPDATE users SET name = ?", (name,))  #! all-rows
    """,
    "a condition that always holds": """
        def remove(user_id):
            conn.execute("DELETE FROM users WHERE 1 = 1")  #! all-rows
            conn.execute("UPDATE users SET active = 0 WHERE TRUE")  #! all-rows
    """,
    "a reset that was given a key": """
        def reset_password(user_id, password):
            conn.execute("UPDATE users SET password = ?", (password,))  #! all-rows
    """,
    "a clear that was given a key": """
        def clear_cart(user_id):
            conn.execute("DELETE FROM cart_items")  #! all-rows
    """,
}

RIGHT = {
    "parameters": """
        def find(name):
            return conn.execute("SELECT * FROM users WHERE name = ?", (name,))
    """,
    "named parameters": """
        def find(name):
            return conn.execute("SELECT * FROM users WHERE name = :name", {"name": name})
    """,
    "placeholders by number": """
        def find(ids):
            marks = ",".join("?" * len(ids))
            return conn.execute(f"SELECT * FROM users WHERE id IN ({marks})", ids)
    """,
    "placeholders by a list": """
        def find(ids):
            marks = ", ".join(["%s"] * len(ids))
            return conn.execute("SELECT * FROM users WHERE id IN (" + marks + ")", ids)
    """,
    "placeholders that are numbered": """
        def find(ids):
            marks = ", ".join(f":id{n}" for n, _ in enumerate(ids))
            return conn.execute(f"SELECT * FROM users WHERE id IN ({marks})", ids)
    """,
    "a constant of the module": """
        TABLE = "users"

        def find():
            return conn.execute(f"SELECT * FROM {TABLE}")
    """,
    "a constant of another module": """
        from shop.schema import TABLE
        from shop import schema

        def find():
            conn.execute(f"SELECT * FROM {TABLE}")
            return conn.execute(f"SELECT * FROM {schema.USERS}")
    """,
    "a loop over constants": """
        def counts():
            return [conn.execute(f"SELECT count(*) FROM {table}") for table in ("users", "orders")]
    """,
    "a column out of a table of columns": """
        COLUMNS = {"name": "u.name", "age": "u.age"}

        def listed(order):
            return conn.execute(f"SELECT * FROM users u ORDER BY {COLUMNS[order]}")
    """,
    "a column with a default": """
        COLUMNS = {"name": "u.name", "age": "u.age"}

        def listed(order):
            column = COLUMNS.get(order, "u.id")
            return conn.execute("SELECT * FROM users u ORDER BY " + column)
    """,
    "a column that is checked": """
        ALLOWED = ("name", "age")

        def listed(order):
            if order not in ALLOWED:
                raise ValueError(order)
            return conn.execute(f"SELECT * FROM users ORDER BY {order}")
    """,
    "a column that is replaced": """
        ALLOWED = ("name", "age")

        def listed(order):
            if order not in ALLOWED:
                order = "name"
            return conn.execute(f"SELECT * FROM users ORDER BY {order}")
    """,
    "a column inside the branch": """
        ALLOWED = frozenset({"name", "age"})

        def listed(order):
            sql = "SELECT * FROM users"
            if order in ALLOWED:
                sql += f" ORDER BY {order}"
            return conn.execute(sql)
    """,
    "a column chosen in one expression": """
        def listed(order, down):
            column = order if order in ("name", "age") else "id"
            return conn.execute(f"SELECT * FROM users ORDER BY {column} {'DESC' if down else 'ASC'}")
    """,
    "a direction in any case": """
        def listed(direction):
            if direction.lower() not in ("asc", "desc"):
                raise ValueError(direction)
            return conn.execute(f"SELECT * FROM users ORDER BY name {direction.upper()}")
    """,
    "columns that are all checked": """
        ALLOWED = {"name", "age"}

        def update(key, fields):
            for column in fields:
                if column not in ALLOWED:
                    raise ValueError(column)
            pairs = ", ".join(f"{column} = ?" for column in fields)
            conn.execute(f"UPDATE users SET {pairs} WHERE id = ?", (*fields.values(), key))
    """,
    "columns that are filtered": """
        ALLOWED = {"name", "age"}

        def listed(columns):
            chosen = ", ".join(c for c in columns if c in ALLOWED)
            return conn.execute(f"SELECT {chosen} FROM users")
    """,
    "columns checked by a set": """
        ALLOWED = {"name", "age"}

        def listed(columns):
            unknown = set(columns) - ALLOWED
            if unknown:
                raise ValueError(unknown)
            return conn.execute(f"SELECT {', '.join(columns)} FROM users")
    """,
    "columns checked by all": """
        ALLOWED = {"name", "age"}

        def listed(columns):
            if not all(c in ALLOWED for c in columns):
                raise ValueError(columns)
            return conn.execute(f"SELECT {', '.join(columns)} FROM users")
    """,
    "a helper that checks": """
        ALLOWED = {"name", "age"}

        def _check(column):
            if column not in ALLOWED:
                raise ValueError(column)

        def listed(order):
            _check(order)
            return conn.execute(f"SELECT * FROM users ORDER BY {order}")
    """,
    "a helper that checks and returns": """
        ALLOWED = {"name", "age"}

        def checked(column):
            if column not in ALLOWED:
                raise ValueError(column)
            return column

        def listed(order):
            return conn.execute(f"SELECT * FROM users ORDER BY {checked(order)}")
    """,
    "an identifier": """
        def count(table):
            if not table.isidentifier():
                raise ValueError(table)
            return conn.execute(f"SELECT count(*) FROM {table}")
    """,
    "a pattern for all of it": """
        import re

        NAME = re.compile(r"^[a-z_]+$")

        def count(table):
            if not NAME.match(table):
                raise ValueError(table)
            return conn.execute(f"SELECT count(*) FROM {table}")
    """,
    "an Enum": """
        from enum import Enum

        class Order(Enum):
            NAME = "name"
            AGE = "age"

        def listed(order):
            return conn.execute(f"SELECT * FROM users ORDER BY {Order(order).value}")
    """,
    "a choice of match": """
        def listed(order):
            match order:
                case "name":
                    column = "u.name"
                case _:
                    column = "u.id"
            return conn.execute(f"SELECT * FROM users u ORDER BY {column}")
    """,
    "a number by conversion": """
        def page(limit, offset):
            limit = int(limit)
            return conn.execute(f"SELECT * FROM users LIMIT {limit} OFFSET {int(offset)}")
    """,
    "a number by arithmetic": """
        def page(number, size):
            return conn.execute(f"SELECT * FROM users LIMIT 10 OFFSET {(number - 1) * 10}")
    """,
    "a number by its type": """
        def page(limit: int, kind: "int | None" = None):
            return conn.execute(f"SELECT * FROM users LIMIT {limit}")
    """,
    "a number by format": """
        def page(limit):
            return conn.execute("SELECT * FROM users LIMIT %d" % limit)
    """,
    "a length and the clock": """
        import time

        def page(rows):
            conn.execute(f"SELECT {len(rows)}, {time.time()} FROM users")
    """,
    "a private helper that only gets constants": """
        def _count(table):
            return conn.execute(f"SELECT count(*) FROM {table}").fetchone()[0]

        def counts():
            return _count("users") + _count("orders")
    """,
    "a helper whose callers differ": """
        def _select(table):
            return f"SELECT * FROM {table}"

        def users():
            return conn.execute(_select("users"))

        def shown(table):
            return print(_select(table))
    """,
    "a class attribute": """
        class Repository:
            table = ""

            def all(self):
                return conn.execute(f"SELECT * FROM {self.table}")

        class Users(Repository):
            table = "users"
    """,
    "conditions that are constants": """
        def find(name, city):
            where, values = [], []
            if name:
                where.append("name = ?")
                values.append(name)
            if city:
                where.append("city = ?")
                values.append(city)
            sql = "SELECT * FROM users"
            if where:
                sql += " WHERE " + " AND ".join(where)
            return conn.execute(sql, values)
    """,
    "psycopg's own quoting": """
        from psycopg import sql

        def count(cur, table):
            cur.execute(sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(table)))

        def insert(cur, columns):
            names = sql.SQL(", ").join(map(sql.Identifier, columns))
            marks = sql.SQL(", ").join(sql.Placeholder() * len(columns))
            cur.execute(sql.SQL("INSERT INTO users ({}) VALUES ({})").format(names, marks))
    """,
    "the driver's quoting of names": """
        from psycopg2.extensions import quote_ident

        def count(cur, table):
            cur.execute(f"SELECT count(*) FROM {quote_ident(table, cur)}")
    """,
    "names quoted by hand": '''
        def quoted(name):
            return '"' + name.replace('"', '""') + '"'

        def count(table):
            return conn.execute(f"SELECT count(*) FROM {quoted(table)}")
    ''',
    "SQLAlchemy's expressions": """
        from sqlalchemy import select, text

        def find(session, name):
            session.execute(select(User).where(User.name == name))
            return session.execute(text("SELECT * FROM users WHERE name = :name"), {"name": name})
    """,
    "a wrapper": """
        class Store:
            def run(self, sql, params=()):
                return conn.execute(sql, params).fetchall()

            def page(self, sql, params=()):
                return conn.execute(sql + " LIMIT 10", params)

            def plan(self, sql):
                return conn.execute(f"EXPLAIN QUERY PLAN {sql}")

            def find(self, name):
                return self.run("SELECT * FROM users WHERE name = ?", (name,))
    """,
    "a text that is only shown": """
        import logging

        def find(name):
            logging.info(f"SELECT * FROM users WHERE name = '{name}'")
            print("DELETE FROM users WHERE name = '%s'" % name)
            raise LookupError(f"SELECT * FROM users WHERE name = '{name}' gave nothing")
    """,
    "what is no SQL": """
        def run(client, command, name, frame):
            command.execute(f"select the file {name} and go on")
            client.query(f"query {{ user(name: {name}) {{ id }} }}")
            frame.query(f"age > {name}")
            client.run(f"MATCH (n) WHERE n.name = '{name}' RETURN n")
    """,
    "a reassignment": """
        def find(name):
            sql = f"SELECT * FROM users WHERE name = '{name}'"
            print(sql)
            sql = "SELECT * FROM users WHERE name = ?"
            return conn.execute(sql, (name,))
    """,
    "words that are right in a dialect": """
        conn.execute("SELECT * FROM users WHERE name ILIKE %s FOR UPDATE SKIP LOCKED", ("a",))
        conn.execute("INSERT INTO t (a) VALUE (1) ON DUPLICATE KEY UPDATE a = 2")
        conn.execute("SELECT TOP 10 * FROM users")
        conn.execute("PRAGMA journal_mode = WAL")
        conn.execute("INSERT OR IGNORE INTO t VALUES (?)", (1,))
        conn.execute("SELECT data ->> 'a' FROM t")
        conn.execute("VACUUM")
    """,
    "names that look like keywords": """
        conn.execute("SELECT form, oder, unin FROM form WHERE valuse = 1 ORDER BY form")
        conn.execute("SELECT f.form FROM forms f JOIN joins j ON j.form = f.id")
        conn.execute('SELECT "FORM" FROM "SELCT"')
        conn.execute("SELECT 'SELCT FORM WEHRE' FROM users -- FORM here")
        conn.execute("SELECT form FROM t GROUP BY form")
    """,
    "names in a file that are no SQL": """
        MESSAGE = "SELCT is no keyword; use FORM from here"
        sql_help = "Write SELCT and see what happens"
    """,
    "conditions": """
        def remove(key):
            conn.execute("DELETE FROM users WHERE id = ?", (key,))
            conn.execute("DELETE FROM logs LIMIT 10")
            conn.execute("UPDATE users SET a = 1 WHERE id IN (SELECT id FROM old)")
            conn.execute("DELETE FROM a USING b WHERE a.id = b.id")
            conn.execute("INSERT INTO t VALUES (1) ON CONFLICT DO UPDATE SET a = 1")
            conn.execute("CREATE TABLE x (id INTEGER REFERENCES y ON DELETE CASCADE)")
            conn.execute("SELECT * FROM users FOR UPDATE")
    """,
    "a condition that is added": """
        def remove(name=None):
            sql = "DELETE FROM users WHERE 1 = 1"
            values = []
            if name is not None:
                sql += " AND name = ?"
                values.append(name)
            conn.execute(sql, values)
    """,
    "maintenance": """
        def clear_cache():
            conn.execute("DELETE FROM cache")

        def reset_counters(conn):
            conn.execute("UPDATE counters SET n = 0")

        def forget():
            conn.execute("CREATE TEMP TABLE tmp_ids (id INTEGER)")
            conn.execute("DELETE FROM tmp_ids")
            conn.execute("UPDATE schema_version SET version = 3")

        def save(rows):
            conn.execute("DELETE FROM rates")
            conn.executemany("INSERT INTO rates VALUES (?, ?)", rows)
    """,
}  # fmt: skip


@pytest.mark.parametrize("code", WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_found_where_it_is_written(code: str) -> None:
    assert rules(code) == wanted(code)


@pytest.mark.parametrize("code", RIGHT.values(), ids=RIGHT)
def test_a_look_alike_raises_no_alarm(code: str) -> None:
    assert rules(code) == []
