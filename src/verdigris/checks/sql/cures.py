"""What to write instead, in the words of the driver at hand."""

from __future__ import annotations

import re

from verdigris.checks.sql import model as m
from verdigris.checks.sql.text import Hole, Lit, Pieces
from verdigris.core.text import one_line

_STYLES = {
    "sqlite3": "?", "aiosqlite": "?", "apsw": "?", "duckdb": "?", "pyodbc": "?",
    "psycopg": "%s", "psycopg2": "%s", "pymysql": "%s", "MySQLdb": "%s", "mysql": "%s",
    "django": "%s", "asyncpg": "$1", "sqlalchemy": ":name", "sqlmodel": ":name",
    "databases": ":name", "pg": "$1", "pg-promise": "$1", "postgres": "$1", "mysql2": "?",
    "better-sqlite3": "?", "sqlite": "?", "sequelize": ":name", "typeorm": ":name",
}  # fmt: skip
_NAMES = re.compile(
    r"(?:\b(?:from|into|update|table|join|index|view|exists|on|schema|database|savepoint|by|"
    r"select|distinct|pragma|to|only|trigger|column|asc|desc|release)|[.\"`\[_,]|\(|\bset)\s*$",
    re.IGNORECASE,
)
_PLACED = re.compile(
    r"(?:\b(?:from|into|update|table|join|index|view|exists|schema|database|savepoint|pragma|only|"
    r"trigger|release|on)|[.\"`\[_])\s*$",
    re.IGNORECASE,
)


def is_name_place(before: str) -> bool:
    """Tell whether a hole behind this text stands for a table, a column or the like."""
    return bool(_NAMES.search(before[-60:])) and not re.search(r"values\s*\([^)]*$|=\s*\(?$",
                                                               before[-200:], re.I)  # fmt: skip


def is_table_place(before: str) -> bool:
    return bool(_PLACED.search(before[-60:]))


def driver_of(module: m.Module) -> str:
    """Return the driver that a module imports; empty for none that is known."""
    roots = [full.lstrip(".").partition("/")[0].partition(".")[0]
             for full in module.imports.values()]  # fmt: skip
    return next((root for root in roots if root in _STYLES), "")


def cure(pieces: Pieces, holes: list[Hole], before: dict[int, str], name: str, m_: m.Module) -> str:
    """Return a sentence that shows the call with parameters, or what to do about a name."""
    names = [hole for hole in holes if is_name_place(before[id(hole)])]
    driver = driver_of(m_)
    if len(names) == len(holes):
        return _for_names(names[0].what, driver, m_.language)
    values = [hole for hole in holes if all(hole is not each for each in names)]
    sql = _with_places(pieces, values, _style(driver, name, m_.language))
    said = f"Hand the value over beside the text: {_call(sql, values, driver, name, m_.language)}"
    return f"{said}. {_for_names(names[0].what, driver, m_.language)}" if names else f"{said}."


def _for_names(what: str, driver: str, language: str) -> str:
    known = f"A name cannot be a parameter: look {what} up in a constant table of allowed names"
    if driver in ("psycopg", "psycopg2"):
        return f"{known}, or quote it with {driver}.sql.Identifier({what})."
    if language == "js" and driver == "pg":
        return f"{known}, or quote it with client.escapeIdentifier({what})."
    if driver == "mysql2":
        return f"{known}, or quote it with mysql.escapeId({what})."
    return f"{known}, and refuse any other."


def _style(driver: str, name: str, language: str) -> str:
    if name in ("text", "RawSQL", "raw", "extra") and language == "py":
        return ":name" if name == "text" else "%s"
    if name in ("fetch", "fetchrow", "fetchval") and language == "py":
        return "$1"
    if name.endswith("Raw") or name == "raw":
        return "?"
    return _STYLES.get(driver, "?")


def _with_places(pieces: Pieces, values: list[Hole], style: str) -> str:
    made, number = "", 0
    skip = ""
    for piece in pieces:
        if isinstance(piece, Lit):
            text = piece.text
            if skip and text.startswith(skip):
                text = text[len(skip) :]
            made, skip = made + text, ""
        elif any(piece is each for each in values):
            number += 1
            quoted = re.search(r"(['\"]%?)$", made)
            if quoted:
                made = made[: quoted.start()]
                skip = "%" + quoted.group(1)[0] if "%" in quoted.group(1) else quoted.group(1)
            made += {"$1": f"${number}", ":name": f":{_word(piece.what)}"}.get(style, style)
        else:
            made += "…"
    return one_line(made, 140)


def _word(what: str) -> str:
    found: list[str] = re.findall(r"[A-Za-z_]\w*", what)
    return found[-1] if found else "value"


def _call(sql: str, values: list[Hole], driver: str, name: str, language: str) -> str:
    given = [hole.what if re.fullmatch(r"[\w.\[\]\"'()]+", hole.what) else _word(hole.what)
             for hole in values]  # fmt: skip
    listed = ", ".join(given)
    if language == "js":
        return _javascript(sql, listed, given, driver, name)
    if name == "text":
        pairs = ", ".join(f'"{_word(each)}": {each}' for each in given)
        return f'execute(text("{sql}"), {{{pairs}}})'
    if driver in ("sqlalchemy", "sqlmodel", "databases"):
        pairs = ", ".join(f'"{_word(each)}": {each}' for each in given)
        return f'{name}(text("{sql}"), {{{pairs}}})'
    if name in ("fetch", "fetchrow", "fetchval") or driver == "asyncpg":
        return f'{name}("{sql}", {listed})'
    if name.startswith("read_sql"):
        return f'{name}("{sql}", connection, params=({listed},))'
    one = "," if len(given) == 1 else ""
    return f'{name}("{sql}", ({listed}{one}))'


def _javascript(sql: str, listed: str, given: list[str], driver: str, name: str) -> str:
    if name in ("$queryRawUnsafe", "$executeRawUnsafe", "$queryRaw", "$executeRaw"):
        tag = name.removesuffix("Unsafe")
        return f"{tag}`…` as a tag binds what stands in ${{…}}"
    if name == "unsafe":
        return "sql`…` as a tag binds what stands in ${…}"
    if driver == "sequelize":
        pairs = ", ".join(f"{_word(each)}: {each}" for each in given)
        return f"{name}('{sql}', {{ replacements: {{ {pairs} }} }})"
    if name == "prepare":
        return f"prepare('{sql}').all({listed})"
    return f"{name}('{sql}', [{listed}])"
