"""Whatever a file holds, the SQL rules come to an end and raise nothing; and files of SQL."""

# ruff: noqa: E501 - the texts below are data

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verdigris.checks.sql import audit_sql
from verdigris.checks.sql.statements import statements
from verdigris.checks.sql.typos import distance

PATHS = ("a.py", "a.js", "a.ts", "a.tsx", "a.sql", "a.txt")
PIECES = (
    "import sqlite3\n", "def f(a, b=1, *c, **d):\n    ", "conn.execute(", ")", "f'SELECT {a}'", "\n",
    "'SELECT * FROM t WHERE a = '", " + ", " % ", "(a, b)", "if a not in B:\n        raise\n    ",
    "for x in a:\n        ", "sql += ", "sql = ", "'DELETE FROM t'", "`SELECT ${x} FROM t`", "=> ",
    "const x = ", "pool.query(", "}", "{", ";", "'", '"', "`", "$$", "/*", "--", "\0", "é", "return ",
    "SELECT", " FORM ", "WHERE", "self.a", "class A:\n    ", ".join(", "[", "]", "\\", "lambda a: ",
)  # fmt: skip


@settings(max_examples=250, deadline=None)
@given(st.sampled_from(PATHS), st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_no_text_makes_it_raise(path: str, text: str) -> None:
    assert all(finding.path == path for finding in audit_sql(text, path))


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(PATHS), st.text(max_size=300))
def test_nor_does_any_other(path: str, text: str) -> None:
    assert isinstance(audit_sql(f"conn.execute('SELECT' {text}", path), tuple)


CALL = "conn.execute('SELECT * FROM t WHERE a = ' + x)\n"
HOSTILE = {
    "a syntax error": ("a.py", CALL + "def f(:\n"),
    "a syntax error in JavaScript": ("a.js", "pool.query('SELECT 1 FROM t' + ;"),
    "a null byte": ("a.py", CALL + "\0"),
    "brackets": ("a.py", CALL + "x = " + "(" * 5000 + ")" * 5000),
    "brackets in JavaScript": ("a.js", "query('SELECT 1 FROM t' + x);" + "[" * 20000 + "]" * 20000),
    "a long file": ("a.py", CALL * 120_000),
    "attributes without end": ("a.py", CALL + "x" + ".a" * 3000),
}


@pytest.mark.parametrize(("path", "text"), HOSTILE.values(), ids=HOSTILE)
def test_what_cannot_be_read_is_said_and_nothing_is_raised(path: str, text: str) -> None:
    assert {each.rule for each in audit_sql(text, path)} <= {"audit/unread", "sql/injection"}
    assert any(each.rule == "audit/unread" for each in audit_sql(text, path))


LONG = {
    "a chain of plus": ("a.py", "conn.execute('SELECT a FROM t WHERE b = ' + " + " + ".join(["x"] * 4000) + ")"),
    "many branches": (
        "a.py",
        "def f(a):\n s = 'SELECT 1 FROM t WHERE 1=1'\n"
        + "".join(f" if a[{n}]:\n  s += f' AND c{n} = {{a}}'\n" for n in range(300))
        + " conn.execute(s)\n",
    ),
    "functions that call one another": (
        "a.py",
        "".join(f"def f{n}(a): return f{n + 1}(a) + f{n + 2}(a) + 'x'\n" for n in range(60))
        + "def f60(a): return a\ndef f61(a): return a\nconn.execute('SELECT 1 FROM t' + f0(q))\n",
    ),
    "a name that is bound to itself": ("a.py", "sql = 'SELECT 1 FROM t'\nsql = sql + sql\nconn.execute(sql)\n"),
    "a deep statement": ("a.sql", "SELECT " + "(" * 3000 + "FORM" + ")" * 3000 + " FORM t;"),
    "a run of NOT": ("a.sql", "SELECT 1 FROM t WHERE " + "NOT " * 5000 + "a FORM b;"),
    "an open text": ("a.sql", "SELECT 'a FROM t WHERE " + "x" * 100_000),
    "marks of comments": ("a.sql", "/*" * 50_000),
    "dollars": ("a.sql", "$a$" * 30_000),
    "a large program": ("a.js", "exports.f = (db, x) => { db.query('SELECT a FROM t' + x); };\n" * 3_000),
    "comments before a word": ("a.py", "conn.execute('" + "/**/" * 200 + "x FROM t WHERE a')"),
    "brackets that stay open": ("a.sql", "[a" * 100_000),
    "copies without rows": ("a.sql", "copy\n" * 100_000),
    "zeros in a format": ("a.py", "conn.execute('SELECT a FROM t WHERE %" + "0" * 100_000 + "!' % x)"),
    "words that are all doubtful": ("a.sql", "SELECT a FROM t WHERE " + "FORM x " * 40_000),
    "a dump": ("a.sql", "INSERT INTO t (a, b) VALUES (1, 'form');\n" * 60_000),
}  # fmt: skip


@pytest.mark.parametrize(("path", "text"), LONG.values(), ids=LONG)
def test_what_is_long_comes_to_an_end(path: str, text: str) -> None:
    assert len(audit_sql(text, path)) <= 3_000


@pytest.mark.thorough
def test_what_would_take_too_long_is_given_up_and_said() -> None:
    unreadable = "SELECT FORM WEHRE ODER {} ((( " + "GROPU a b c, " * 1200 + ";\n"
    script = "".join(map(unreadable.format, range(60)))
    call = "conn.execute('SELECT a FROM t WHERE a = ' + y)\n"
    for text, path in ((script, "a.sql"), ("x = 1\n" * 3000 + call * 2000, "a.py")):
        assert any(each.rule == "audit/unread" for each in audit_sql(text, path))


SCRIPTS = {
    "CREATE TABLE t (id INTEGER PRIMARY KEY);\nSELCT * FROM t;\n": ["sql/typo:2"],
    "SELECT a\nFROM t\nWEHRE a = 1;\n": ["sql/typo:3"],
    "INSERT INTO t (a)\nVALEUS (1);\nSELECT 1;": ["sql/typo:2"],
    "UPDATE t SET a = 1;\nDELETE FROM t WHERE a = 1;\n": ["sql/all-rows:1"],
    "DELETE FROM t WHERE 1=1;": ["sql/all-rows:1"],
    "DELETE FROM t WHERE 'a' = 'a';": ["sql/all-rows:1"],
    "WITH old AS (SELECT id FROM t) DELETE FROM t;": ["sql/all-rows:1"],
    "CREATE TEMP TABLE x (a INT); DELETE FROM x;": [],
    "SELECT * FROM form WHERE valeus = 'SELCT' -- FORM\n": [],
    "/* SELCT * FORM t */ SELECT 1;": [],
    "CREATE TRIGGER g AFTER INSERT ON t BEGIN UPDATE s SET n = n + 1; DELETE FROM c; END;": [],
    "CREATE FUNCTION f() RETURNS void AS $$ BEGIN DELETE FROM t; END $$ LANGUAGE plpgsql;": [],
    "SELECT DISTINCT ON (a) a, b::int FROM t ORDER BY a, b DESC NULLS LAST;": [],
    "SELECT TOP (5) [form], [order] FROM [dbo].[Forms] WITH (NOLOCK);\nGO\n": [],
    "UPDATE t SET a = 1\nGO\nDELETE FROM u WHERE a = 1\nGO\nSELECT a,\n  go\nFROM t": [
        "sql/all-rows:1"
    ],
    "# don't\nDELETE FROM t;\nSELECT 'it\\'s';\nDELETE FROM u;": [
        "sql/all-rows:2",
        "sql/all-rows:4",
    ],
    "SELECT a FROM #temp WHERE b LIKE '\\' OR c = 'x';\nDELETE FROM t;": ["sql/all-rows:2"],
    "INSERT INTO t VALUES (1) ON DUPLICATE KEY UPDATE a = VALUES(a);": [],
    "SELECT * FROM {{ ref('orders') }} WHERE {% if x %} a = 1 {% endif %};": [],
    "COPY t (a, b) FROM stdin;\n1\tSELCT FORM\n\\.\nSELECT 1;\n": [],
    "SELECT json_agg(x) FILTER (WHERE x IS NOT NULL) FROM t LEFT JOIN LATERAL (SELECT 1) y ON true;": [],
}


@pytest.mark.parametrize(("text", "wanted"), SCRIPTS.items(), ids=range(len(SCRIPTS)))
def test_a_file_of_sql_is_read_by_statements(text: str, wanted: list[str]) -> None:
    assert [f"{each.rule}:{each.line}" for each in audit_sql(text, "queries/report.sql")] == wanted


@pytest.mark.parametrize(
    "path", ["migrations/0002_clean.sql", "db/V3__reset.sql", "tests/wipe.sql", "schema.sql"]
)
def test_all_rows_are_meant_in_migrations_and_tests(path: str) -> None:
    assert audit_sql("DELETE FROM t;", path) == ()


@pytest.mark.parametrize(
    ("one", "other", "far"),
    [
        ("FORM", "FROM", 1),
        ("SELCT", "SELECT", 1),
        ("", "AB", 2),
        ("VALEUS", "VALUES", 1),
        ("A", "A", 0),
    ],
)
def test_the_distance_counts_a_swap_as_one(one: str, other: str, far: int) -> None:
    assert distance(one, other) == far == distance(other, one)


def test_statements_are_cut_at_their_ends() -> None:
    found = list(statements("SELECT ';' -- ;\n; DELETE FROM t /* ; */;;"))
    assert [[token.text for token in each] for each in found] == [
        ["SELECT", "';'"], ["DELETE", "FROM", "t"],
    ]  # fmt: skip
