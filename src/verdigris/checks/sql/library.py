"""What the functions and methods of the languages and drivers make of a text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from verdigris.checks.sql import model as m
from verdigris.checks.sql import templates
from verdigris.checks.sql.methods import METHODS
from verdigris.checks.sql.origins import is_request
from verdigris.checks.sql.showing import show
from verdigris.checks.sql.text import (
    NOTHING,
    SAFE,
    Hole,
    Lit,
    Value,
    as_text,
    collection,
    is_constant,
    union,
    unknown,
)
from verdigris.checks.sql.words import words

if TYPE_CHECKING:
    from verdigris.checks.sql.evaluate import Evaluator
    from verdigris.checks.sql.naming import Frame

_NUMBERS = words(
    "int float len bool round abs sum ord hash id Decimal UUID uuid1 uuid4 uuid5 uuid7 token_hex "
    "date datetime timedelta now utcnow today time time_ns monotonic perf_counter getpid "
    "get_ident isoformat strftime timestamp hexdigest total_seconds bit_length count index "
    "toordinal ip_address ip_network fromisoformat fromtimestamp strptime Number parseInt "
    "parseFloat BigInt Boolean toFixed toISOString getTime valueOf randomUUID indexOf charCodeAt "
    "floor ceil trunc push unshift randint randrange uniform isoweekday weekday range getFullYear "
    "getMonth getDate getDay getHours getMinutes getSeconds getMilliseconds getUTCFullYear "
    "getUTCMonth getUTCDate getUTCDay getUTCHours getUTCMinutes getUTCSeconds toJSON "
    "getsizeof Identifier Literal Placeholder quote_ident quote_identifier quoteIdentifier "
    "escapeId escapeIdentifier escapeLiteral format_identifier quote_name qn quote_literal "
    "safe_identifier mogrify bindparam"
)
"""Functions whose result cannot break out: numbers, times, and what drivers quote."""
_QUOTES = re.compile(
    r"^_?(?:quote|escape|format_sql)(?:_?(?:ident|identifier|name|literal|string|sql|col|column|"
    r"table|value|id))*$",
    re.IGNORECASE,
)
_TRUSTED = re.compile(r"^_?(?:safe|checked|validated?|allowed|whitelisted|sanitized?)_?(?:sql|"
                      r"ident|identifier|name|column|col|table|order|sort|field|direction)\w*$",
                      re.IGNORECASE)  # fmt: skip
_MAKES_SQL = re.compile(r"where|clause|sql|quer|filter|condition|columns?|order|placeholder|select|"
                        r"limit|pagina|join|marks", re.IGNORECASE)  # fmt: skip
_FOREIGN = ("html", "re", "urllib", "shlex", "markupsafe", "xml", "he", "lodash", "querystring",
            "cgi", "json", "glob", "validator", "escape-html")  # fmt: skip
"""Modules whose quoting is none for SQL."""
_SAME_TEXT = words(
    "strip lstrip rstrip lower upper title casefold capitalize swapcase encode decode expandtabs "
    "removeprefix removesuffix slice substring substr trim trimStart trimEnd toLowerCase "
    "normalize toUpperCase toString toLocaleUpperCase bindparams columns execution_options "
    "as_string ljust rjust center zfill padStart padEnd build sql valueOf tolist copy as_posix"
)
_THROUGH = words(
    "str String text SQL list tuple set frozenset sorted reversed iter from freeze "
    "MappingProxyType Set Array dedent cleandoc literal_column raw dict Map OrderedDict unsafe "
    "literal Composed TextClause deque Query"
)
_HARMLESS_ATTRIBUTES = {
    "py": words("rowcount lastrowid microseconds hex db_table ndim"),
    "js": words("length size rowCount insertId changes lastInsertRowid"),
}


def is_harmless_attribute(name: str, language: str) -> bool:
    own = name.startswith("__") and name.endswith("__")
    return own or name in _HARMLESS_ATTRIBUTES[language]


def call(evaluator: Evaluator, node: m.Call, frame: Frame) -> Value:
    name = node.called
    if node.tagged:
        return SAFE
    if isinstance(node.func, m.Attr) and (method := METHODS.get(name)) is not None:
        made = method(evaluator, node, node.func.of, frame)
        if made is not None:
            return made
    if is_quoting(node, evaluator.module) or name in _NUMBERS:
        return SAFE
    if name in _SAME_TEXT and isinstance(node.func, m.Attr):
        value = evaluator.value(node.func.of, frame)
        return value if value is not NOTHING else unknown(show(node))
    if name in _THROUGH:
        return evaluator.value(node.args[0], frame) if node.args else collection(())
    if name == "format" and evaluator.module.language == "js" and node.args:
        return _formatted(evaluator, node, frame)
    return _other(evaluator, node, name, frame)


def _formatted(evaluator: Evaluator, node: m.Call, frame: Frame) -> Value:
    """Return what `format` makes: pg-format and mysql quote, Node's util pastes."""
    template = evaluator.value(node.args[0], frame)
    root = show(node.func).partition(".")[0]
    if not evaluator.module.imports.get(root, root).startswith("util"):
        return template
    args = [(each, evaluator.value(each, frame)) for each in node.args[1:]]
    return templates.percent(evaluator, node, template, args, {})


def _other(evaluator: Evaluator, node: m.Call, name: str, frame: Frame) -> Value:
    match name:
        case "map" | "filter" if len(node.args) == 2 and isinstance(node.func, m.Name):
            whole = evaluator.value(node.args[1], frame)
            inner = whole.item or unknown(show(node.args[1]))
            made = evaluator.apply(node.args[0], [inner], frame) if name == "map" else inner
            return collection([made])
        case "min" | "max" if show(node.func).startswith("Math."):
            return SAFE
        case "min" | "max" if node.args:
            given = [evaluator.value(each, frame) for each in node.args]
            return union(each.item or each for each in given)
        case "next" | "choice" if node.args:
            return evaluator.value(node.args[0], frame).item or unknown(show(node))
        case "getattr" if len(node.args) > 1:
            return unknown(show(node))
        case "StringIO":
            return collection([evaluator.value(each, frame) for each in node.args])
        case "defaultdict" | "Counter":
            return collection(())
        case "fields" if evaluator.module.imports.get(name, "").startswith("dataclasses"):
            return collection([SAFE])  # its names are written in code
    shown = show(node)
    if (
        isinstance(node.func, m.Name)
        and name in evaluator.module.imports
        and _MAKES_SQL.search(name)
    ):
        # Another module makes a piece of SQL: how is not to be seen from here. An object that it
        # makes is another matter, so this is told from what is harmless in all its parts.
        return Value(((Hole(what=shown, safe=True),),))
    owner = evaluator.flow.classes.get(name)
    if owner is not None and any("Enum" in show(base) for base in owner.bases):
        return union(evaluator.uses.constants(evaluator, owner))
    return unknown(shown, source=is_request(shown))


def is_quoting(node: m.Call, module: m.Module) -> bool:
    """Tell whether a call quotes for SQL, or checks, by what drivers and projects call it."""
    name = node.called
    if not (_QUOTES.match(name) or _TRUSTED.match(name)):
        return False
    root = show(node.func).partition(".")[0]
    full = module.imports.get(root, root)
    if full.partition(".")[0] in _FOREIGN:
        return False
    plain_call = isinstance(node.func, m.Name)
    return not (plain_call and name in ("escape", "quote") and root not in module.imports)


def applied(func: m.Node, value: Value) -> Value:
    """Return what a function that the module does not define makes of an element."""
    name = show(func).rpartition(".")[2]
    if name in _NUMBERS or _QUOTES.match(name):
        return SAFE
    return value if value is not NOTHING else unknown(name)


def percent(
    evaluator: Evaluator, node: m.Node, template: Value, right: m.Node, frame: Frame
) -> Value:
    if template.item is not None or not any(
        isinstance(p, Lit) for text in template.texts for p in text
    ):
        return SAFE if is_constant(template) or isinstance(right, m.Safe) else unknown("a text")
    if isinstance(right, m.Items):
        args = [(each, evaluator.value(each, frame)) for each in right.parts]
        named: dict[str, tuple[m.Node, Value]] = {}
    else:
        value = evaluator.value(right, frame)
        named = {key: (right, each) for key, each in value.fields or ()}
        args = [(right, as_text(value, show(right)))]
    return templates.percent(evaluator, node, template, args, named)
