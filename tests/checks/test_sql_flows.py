"""Ways that a value takes into SQL, and look-alikes: what types, classes and closures say."""

# ruff: noqa: E501 - the programs below are data, one statement a line

from __future__ import annotations

from textwrap import dedent

import pytest

from verdigris.checks.sql import audit_sql


def found(code: str, path: str) -> list[str]:
    text = dedent(code)
    return [f"{f.rule}:{f.line}" for f in audit_sql(text, path) if f.severity != "info"]


def wanted(code: str) -> list[str]:
    lines = dedent(code).split("\n")
    marked = [(n, line.partition("!!")[2].strip()) for n, line in enumerate(lines, 1)]
    return [f"sql/{rule}:{n}" for n, rule in marked if rule]


GROWN = "".join(f"    sql += ', c{n}'\n" for n in range(60))
PYTHON = {
    "a field that is called like a date's": """
        def find(cur, filters, request):
            cur.execute(f"SELECT * FROM t WHERE year = {filters.year}")  # !! injection
            cur.execute("SELECT * FROM t WHERE day = " + request.args.day)  # !! injection
    """,
    "a date's own": """
        from datetime import date

        def find(cur, day: date):
            cur.execute(f"SELECT * FROM log_{day.year}_{day.month}")
    """,
    "values whose name only begins like a statement's": """
        def find(cur, selected_ids, query):
            cur.execute(f"SELECT * FROM t WHERE id IN ({selected_ids})")  # !! injection
            cur.execute(f"SELECT * FROM t WHERE doc @@ to_tsquery({query})")  # !! injection
    """,
    "a statement inside another": """
        def count(cur, query, base_sql, params):
            cur.execute(f"SELECT count(*) FROM ({query}) AS q", params)
            cur.execute("WITH x AS (" + base_sql + ") SELECT * FROM x", params)
    """,
    "helpers of the same name in many classes": "\n".join(
        f"""
        class Store{n}:
            def _where(self, name):
                return {text}
            def find(self, name):
                return self.db.execute("SELECT * FROM t WHERE " + self._where(name))"""
        for n, text in enumerate(['"a = 1"'] * 4 + ["""f"a = '{name}'"  # !! injection"""])
    ),
    "a text that grows by many lines": "def find(cur, name):\n    sql = 'SELECT a'\n" + GROWN
    + "    sql += ' FROM t WHERE a = ' + name  # !! injection\n    cur.execute(sql)\n",
    "the largest of texts": """
        def last(cur, names):
            cur.execute("SELECT * FROM t WHERE name = '" + max(names) + "'")  # !! injection
    """,
    "a variable of the module": """
        table = "users"

        def choose(name):
            global table
            table = name

        def count(cur):
            cur.execute(f"SELECT count(*) FROM {table}")  # !! injection
    """,
    "a variable of the function around": """
        def find(cur, name):
            sql = "SELECT * FROM t"

            def add(value):
                nonlocal sql
                sql += f" WHERE name = '{value}'"  # !! injection

            add(name)
            cur.execute(sql)
    """,
    "a check of something else": """
        from shop.web import check_session, check_column

        def find(cur, name, column):
            check_session(name)
            check_column(column)
            cur.execute(f"SELECT {column} FROM t WHERE name = '{name}'")  # !! injection
    """,
    "a check that is right": """
        from shop.web import check_column

        def find(cur, column, other):
            check_column(column)
            if other in ("a", "b"):
                pass
            else:
                raise ValueError(other)
            cur.execute(f"SELECT {column}, {other} FROM t")
    """,
    "columns that are columns of a checked dict": """
        ALLOWED = {"a", "b"}

        def insert(cur, row):
            kept = {key: value for key, value in row.items() if key in ALLOWED}
            marks = ", ".join("?" * len(kept))
            cur.execute(f"INSERT INTO t ({', '.join(kept)}) VALUES ({marks})", list(kept.values()))
    """,
    "fields whose type is a number or a choice": """
        from dataclasses import dataclass, fields
        from enum import Enum

        class Sort(Enum):
            NAME = "name"

        @dataclass
        class Page:
            limit: int
            sort: Sort
            name: str

        def find(cur, page: Page, sort: Sort):
            columns = ", ".join(field.name for field in fields(Page))
            cur.execute(f"SELECT {columns} FROM t ORDER BY {sort.value} LIMIT {page.limit}")
            cur.execute(f"SELECT * FROM t WHERE name = '{page.name}'")  # !! injection
    """,
    "columns that are called like words that narrow": """
        def choose(cur, key):
            cur.execute("UPDATE addresses SET current = 0")  # !! all-rows
            cur.execute("UPDATE posts SET top = ?", (key,))  # !! all-rows
            cur.execute("DELETE FROM posts WHERE id = id")  # !! all-rows
            cur.execute("DELETE TOP (5) FROM posts")
            cur.execute("DELETE FROM posts WHERE CURRENT OF c")
    """,
    "a key that is left out": """
        def clear(cur, names=None):
            if names is None:
                cur.execute("DELETE FROM cache")
            elif names:
                cur.execute("DELETE FROM cache")  # !! all-rows
    """,
    "an object that another module made": """
        from shop.orders import get_order, where_clause

        def find(cur, key):
            order = get_order(key)
            cur.execute(f"SELECT * FROM t WHERE {where_clause(key)}")
            cur.execute(f"SELECT * FROM t WHERE name = '{order.name}'")  # !! injection
    """,
    "one place is told once": """
        from sqlalchemy import literal_column

        def default(value, short):
            value = value.strip()
            if short:
                value = f"'{value}'"
            return literal_column(value)  # !! injection
    """,
    "a misspelt condition is told once": """
        def remove(cur, key):
            cur.execute("DELETE FROM users WHRE id = ?", (key,))  # !! typo
    """,
    "words that a lenient parser takes for names": """
        def run(cur):
            cur.execute("INSERT INOT users VALUES (1)")  # !! typo
            cur.execute("INSERT INTO users VALUS (1)")  # !! typo
            cur.execute("SELECT * FROM users WHERE a IS NOT NUL")  # !! typo
            cur.execute("SELECT * FROM users WHERE a = 1 ORDERBY a")  # !! typo
            cur.execute("INSERT INTO info (valeus) SELECT null FROM nul")
    """,
}  # fmt: skip
JAVASCRIPT = {
    "a request's size": """
        const page = (pool, req) => pool.query('SELECT * FROM t LIMIT ' + req.query.size); // !! injection
        const year = (pool, filter) => pool.query(`SELECT * FROM t WHERE y = ${filter.year}`); // !! injection
    """,
    "texts that grow in passing": """
        function find(pool, names, city) {
          let sql = 'SELECT * FROM t WHERE 1 = 1';
          names.forEach((name) => sql += ` AND name <> '${name}'`); // !! injection
          city && (sql += ` AND city = '${city}'`); // !! injection
          return pool.query(sql);
        }
    """,
    "assignments and calls inside expressions": """
        function find(pool, name) {
          let first, second;
          first = second = `SELECT * FROM t WHERE name = '${name}'`; // !! injection
          return pool.query(second), pool.query('DELETE FROM t'), 1; // !! all-rows
        }
    """,
    "what repeats, counts and tells the time": """
        function find(pool, n) {
          const day = new Date();
          pool.query(`SELECT * FROM t WHERE y > '${day.getFullYear()}-01-01'`);
          cache.get(`select:${n}`);
          return pool.query('SELECT * FROM t WHERE id IN (' + '?,'.repeat(n).slice(0, -1) + ')');
        }
    """,
}  # fmt: skip
TYPESCRIPT = {
    "fields whose type is a number or a choice": """
        type Sort = 'name' | 'age';
        interface Page { limit: number; sort: Sort; name: string }
        export const first = (db: Db, page: Page) =>
          db.query(`SELECT * FROM t ORDER BY ${page.sort} LIMIT ${page.limit}`);
        export function second(db: Db, { limit, name }: Page, more: { offset: number }) {
          return db.query(`SELECT * FROM t WHERE n = '${name}' LIMIT ${limit} OFFSET ${more.offset}`); // !! injection
        }
    """,
    "a table that the constructor keeps": """
        export class Store {
          constructor(private db: Db, private readonly table: string) {}
          all() { return this.db.query(`SELECT * FROM ${this.table}`); }
        }
    """,
    "a type that is asserted": """
        export const find = (db: Db, n: string) => db.query(<string>("SELECT * FROM t WHERE n = " + n)); // !! injection
    """,
}


@pytest.mark.parametrize("code", PYTHON.values(), ids=PYTHON)
def test_python(code: str) -> None:
    assert found(code, "shop/store.py") == wanted(code)


@pytest.mark.parametrize("code", JAVASCRIPT.values(), ids=JAVASCRIPT)
def test_javascript(code: str) -> None:
    assert found(code, "shop/store.js") == wanted(code)


@pytest.mark.parametrize("code", TYPESCRIPT.values(), ids=TYPESCRIPT)
def test_typescript(code: str) -> None:
    assert found(code, "shop/store.ts") == wanted(code)


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("shop/__init__.py", True),
        ("shop/password_reset.py", True),
        ("shop/sign_up.py", True),
        ("db/reset.py", False),
        ("alembic/versions/a1.py", False),
        ("shop/migrations/0002_names.py", False),
    ],
)
def test_only_a_file_for_maintenance_may_change_every_row(path: str, told: bool) -> None:
    code = "def change(conn, key):\n    conn.execute('UPDATE users SET password = 1')\n"
    assert bool(audit_sql(code, path)) == told


CURES = {
    """f"SELECT * FROM t WHERE name LIKE '%{a}%'" """: 'execute("SELECT * FROM t WHERE name LIKE ?", (f"%{a}%",))',
    """f"SELECT * FROM t WHERE day > '{a}-01'" """: 'execute("SELECT * FROM t WHERE day > ?", (f"{a}-01",))',
    """f"SELECT * FROM t WHERE x = ? AND y = {a}" """: 'execute("SELECT * FROM t WHERE x = ? AND y = ?", (…, a))',
    """f"SELECT * FROM t WHERE id IN ({','.join(a)})" """: '", ".join(["?"] * len(a))',
    """"SELECT * FROM t WHERE " + a""": "Put a together from constant text with placeholders",
    """f"SELECT * FROM t ORDER BY name {a}" """: "look a up in a constant table",
    """f"SELECT max({a}) FROM t" """: "look a up in a constant table",
    """f"SELECT * FROM t WHERE x = lower({a})" """: 'execute("SELECT * FROM t WHERE x = lower(?)", (a,))',
}


@pytest.mark.parametrize(("sql", "cure"), CURES.items(), ids=range(len(CURES)))
def test_a_cure_shows_a_statement_that_does_the_same(sql: str, cure: str) -> None:
    (finding,) = audit_sql(f"import sqlite3\n\ndef f(c, a):\n    c.execute({sql})\n", "a.py")
    assert cure in finding.cure


def test_a_cure_goes_on_with_the_numbers_that_are_there() -> None:
    code = "import pg from 'pg';\nexport const f = (c, a) => c.query(`SELECT * FROM t WHERE x = $1 AND y = '${a}'`);\n"
    (finding,) = audit_sql(code, "a.js")
    assert "query('SELECT * FROM t WHERE x = $1 AND y = $2', […, a])" in finding.cure
