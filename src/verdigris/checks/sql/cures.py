"""What to write instead, in the words of the driver at hand."""

from __future__ import annotations

from verdigris.checks.sql import model as m
from verdigris.checks.sql.examples import Given, filled, shown, word
from verdigris.checks.sql.places import Place, place_of
from verdigris.checks.sql.text import Hole, Pieces

_STYLES = {
    "sqlite3": "?", "aiosqlite": "?", "apsw": "?", "duckdb": "?", "pyodbc": "?",
    "psycopg": "%s", "psycopg2": "%s", "pymysql": "%s", "MySQLdb": "%s", "mysql": "%s",
    "django": "%s", "asyncpg": "$1", "sqlalchemy": ":name", "sqlmodel": ":name",
    "databases": ":name", "pg": "$1", "pg-promise": "$1", "postgres": "$1", "mysql2": "?",
    "better-sqlite3": "?", "sqlite": "?", "sequelize": ":name", "typeorm": ":name",
}  # fmt: skip


def driver_of(module: m.Module) -> str:
    """Return the driver that a module imports; empty for none that is known."""
    roots = [full.lstrip(".").partition("/")[0].partition(".")[0]
             for full in module.imports.values()]  # fmt: skip
    return next((root for root in roots if root in _STYLES), "")


def cure(
    pieces: Pieces, holes: list[Hole], before: dict[int, str], name: str, module: m.Module
) -> str:
    """Return what to write: the call with parameters, and what to do about the rest."""
    driver, language = driver_of(module), module.language
    kinds: dict[Place, list[Hole]] = {}
    for hole in holes:
        kinds.setdefault(place_of(before[id(hole)]), []).append(hole)
    said = []
    if values := kinds.get("value"):
        sql, given = filled(pieces, values, _style(driver, name, language), language)
        call = _call(sql, given, driver, name, language)
        said.append(f"Hand the value over beside the text: {call}.")
    if listed := kinds.get("list"):
        said.append(_for_lists(shown(listed[0]), driver, name, language))
    if names := kinds.get("name"):
        said.append(_for_names(names[0].what, driver, language))
    if clauses := kinds.get("clause"):
        said.append(
            f"Put {clauses[0].what} together from constant text with placeholders, and hand its "
            "values over beside the text."
        )
    return " ".join(said)


def _for_lists(what: str, driver: str, name: str, language: str) -> str:
    mark, key = _style(driver, name, language), word(what)
    if name.startswith(("$query", "$execute")):
        way = f"IN (${{Prisma.join({what})}}) inside $queryRaw`…` binds each"
    elif mark == "$1":
        way = f"instead of IN, = ANY($1) takes a list, {f'[{what}]' if language == 'js' else what}"
    elif driver in ("psycopg", "psycopg2"):
        way = f"instead of IN, = ANY(%s) takes a list, ([*{what}],)"
    elif driver == "sequelize":
        way = f"IN (:{key}) takes a list, {{ replacements: {{ {key}: {what} }} }}"
    elif mark == ":name":
        way = f'IN :{key} takes a list with bindparam("{key}", expanding=True)'
    elif language == "js":
        way = f"IN takes a placeholder for each, {what}.map(() => '?').join(', ')"
    else:
        way = f'IN takes a placeholder for each, ", ".join(["{mark}"] * len({what}))'
    return f"Hand the values over beside the text: {way}."


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


def _call(sql: str, given: list[Given], driver: str, name: str, language: str) -> str:
    listed = ", ".join(each.value for each in given)
    if language == "js":
        return _javascript(sql, given, listed, driver, name)
    if name == "text" or driver in ("sqlalchemy", "sqlmodel", "databases"):
        pairs = ", ".join(f'"{each.name}": {each.value}' for each in given)
        return f'{"execute" if name == "text" else name}(text("{sql}"), {{{pairs}}})'
    if name in ("fetch", "fetchrow", "fetchval") or driver == "asyncpg":
        return f'{name}("{sql}", {listed})'
    if name.startswith("read_sql"):
        return f'{name}("{sql}", connection, params=({listed},))'
    one = "," if len(given) == 1 else ""
    return f'{name}("{sql}", ({listed}{one}))'


def _javascript(sql: str, given: list[Given], listed: str, driver: str, name: str) -> str:
    if name in ("$queryRawUnsafe", "$executeRawUnsafe", "$queryRaw", "$executeRaw"):
        tag = name.removesuffix("Unsafe")
        return f"{tag}`…` as a tag binds what stands in ${{…}}"
    if name == "unsafe":
        return "sql`…` as a tag binds what stands in ${…}"
    if driver == "sequelize":
        pairs = ", ".join(f"{each.name}: {each.value}" for each in given)
        return f"{name}('{sql}', {{ replacements: {{ {pairs} }} }})"
    if name == "prepare":
        return f"prepare('{sql}').all({listed})"
    return f"{name}('{sql}', [{listed}])"
