"""Which calls hand a text to a database, and which of their arguments is that text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from verdigris.checks.sql import model as m
from verdigris.checks.sql.showing import show
from verdigris.checks.sql.words import words

_EXECUTES = re.compile(
    r"^_?(?:a|async_|db_|do_|perform_|safe_)?(?:execute|exec|run|query|fetch|select|raw|prepare|iterate|scalars?|stream)"
    r"(?:_?(?:sql|query|queries|one|all|many|row|rows|val|value|values|script|batch|raw|statement|"
    r"statements|update|dict|dicts|first|df|driver|non|or|none|commit|unsafe|fetch|array|sync|"
    r"async|with|params|db|to|as|list|single|scalar))*$",
    re.IGNORECASE,
)
"""Methods that take SQL, by name; only a text that reads as SQL counts."""
_PYTHON = words("read_sql read_sql_query mogrify copy_expert executescript sql text")
_JAVASCRIPT = words(
    "all get each one none many any oneOrNone manyOrNone manyOrAny result multi executeSql "
    "$queryRaw $executeRaw"
)
_CERTAIN = {
    "py": words(
        "text literal_column RawSQL raw extra read_sql_query execute executemany executescript "
        "exec_driver_sql SQL fetchrow fetchval"
    ),
    "js": words(
        "$queryRawUnsafe $executeRawUnsafe unsafe whereRaw orWhereRaw andWhereRaw orderByRaw "
        "havingRaw selectRaw joinRaw groupByRaw fromRaw raw literal executeSql"
    ),
}
"""Their text is SQL, or a piece of it, whatever it looks like."""
UNMISTAKABLE = (_CERTAIN["py"] | _CERTAIN["js"]) - {
    "execute", "raw", "literal", "unsafe", "SQL", "text",
}  # fmt: skip
"""Names that nothing but a database has."""
_HANDLES = re.compile(
    r"^_?(?:db|database|conn|connection|cur|cursor|session|engine|tx|trx|pool|con|sqlite|pg|mysql)$",
    re.IGNORECASE,
)
"""Whatever is called on one of these with a text that reads as SQL runs it."""
_BUILDS = re.compile(r"^_?(?:log|print|debug|info|warn|format|append|push|add|write|parse|quote|"
                     r"escape|literal|set|register|render|show|explain)", re.I)  # fmt: skip
_PIECES_OF = {"order_by", "filter", "where", "having", "group_by", "orderBy", "groupBy"}
_FRAGMENTS = words("where andWhere orWhere having andHaving orHaving")
_ALWAYS_INSIDE = words(
    "whereRaw orWhereRaw andWhereRaw orderByRaw havingRaw selectRaw joinRaw groupByRaw fromRaw "
    "extra RawSQL literal_column"
)
_KEYWORDS = ("sql", "query", "statement", "operation", "stmt", "clause", "text", "raw_query")
_NOT_ONE = re.compile(r"^(?:log|logger|logging|console|subprocess|shutil|os|re|page|ui|print)\b")
_MODULES = {
    "text": ("sqlalchemy", "sqlmodel", "flask_sqlalchemy", "databases"),
    "literal_column": ("sqlalchemy",),
    "SQL": ("psycopg", "psycopg2"),
    "RawSQL": ("django",),
}


@dataclass(frozen=True, slots=True)
class Sink:
    call: m.Call
    texts: tuple[m.Node, ...]
    name: str
    certain: bool
    """The text is SQL, however little of it can be read."""
    fragment: bool = False
    """Only a piece of a statement."""
    inside: bool = False
    """A piece that is put into a larger statement, so that even an unknown whole is pasted in."""


def sinks(module: m.Module, nodes: list[m.Node]) -> Iterator[Sink]:
    for node in nodes:
        if isinstance(node, m.Call) and not node.tagged and (found := _sink(node, module)):
            yield found


def _sink(call: m.Call, module: m.Module) -> Sink | None:
    name = call.called
    if not name or _NOT_ONE.match(show(call.func)):
        return None
    certain = name in _CERTAIN[module.language]
    known = certain or _EXECUTES.match(name) or name in (
        _PYTHON if module.language == "py" else _JAVASCRIPT
    )  # fmt: skip
    fragment = name in _FRAGMENTS and module.language == "js"
    if not (known or fragment or _on_handle(call, name)) or not _belongs(call, name, module):
        return None
    texts = _texts(call, name)
    if not texts:
        return None
    partial = fragment or name.endswith("Raw") or name in ("text", "literal", "literal_column")
    partial = partial or name in ("extra", "RawSQL", "SQL", "raw")
    inside = partial and certain and (name in _ALWAYS_INSIDE or _is_inside(call))
    return Sink(call, texts, name, certain, partial, inside)


def _on_handle(call: m.Call, name: str) -> bool:
    owner = show(call.func.of).rpartition(".")[2] if isinstance(call.func, m.Attr) else ""
    return bool(_HANDLES.match(owner.removesuffix("()"))) and not _BUILDS.match(name)


def _is_inside(call: m.Call) -> bool:
    """Tell whether a piece of SQL is handed to a clause, or stands in a template that binds."""
    up = call.up
    while isinstance(up, m.Join | m.Pick | m.Logic | m.Items | m.Attr | m.Call):
        if isinstance(up, m.Call) and (up.called in _PIECES_OF or up.tagged):
            return True
        up = up.up
    return False


def _belongs(call: m.Call, name: str, module: m.Module) -> bool:
    """Tell a driver's function from others of the same name: `text`, `SQL`, Python's `exec`."""
    root = show(call.func).partition(".")[0].removesuffix("()")
    full = module.imports.get(root, "")
    if isinstance(call.func, m.Name):
        if name in _MODULES:
            return full.startswith(_MODULES[name])
        if module.language == "py" and name in ("exec", "select", "sql", "run", "get", "raw"):
            return False
        return name not in ("fetch", "run", "get", "all", "any", "each", "exec", "select")
    if name == "text":
        return full.startswith(_MODULES["text"]) or root in ("sa", "sqlalchemy", "db")
    if name == "SQL":
        return full.startswith("psycopg")
    if name == "extra":
        return any(named.name in ("where", "select", "tables", "order_by") for named in call.named)
    if name in ("raw", "literal") and module.language == "js":
        return root != "String" and not full.startswith(("express", "body-parser"))
    return True


def _texts(call: m.Call, name: str) -> tuple[m.Node, ...]:
    if name == "extra":
        return tuple(
            _inside(named.value)
            for named in call.named
            if named.name in ("where", "select", "tables")
        )
    found = [named.value for named in call.named if named.name in _KEYWORDS]
    first = call.args[0] if call.args else found[0] if found else None
    if isinstance(first, m.Table):
        # pg and mysql2 take an object: { text: '…', values: […] }
        pairs = zip(first.keys, first.values, strict=True)
        return tuple(
            value for key, value in pairs
            if isinstance(key, m.Text) and key.value in ("text", "sql", "query")
        )  # fmt: skip
    if first is None or isinstance(first, m.Spread | m.Func):
        return ()
    return (first,)


def _inside(node: m.Node) -> m.Node:
    """Return the texts of a list or a table as one node."""
    parts = node.parts if isinstance(node, m.Items) else (
        node.values if isinstance(node, m.Table) else []
    )  # fmt: skip
    if not parts:
        return node
    made = m.Logic(list(parts), every=False, line=node.line, end=node.end)
    made.up = node.up
    return made
