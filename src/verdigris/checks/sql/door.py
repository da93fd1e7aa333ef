"""The room's door: one text and its name in, findings out."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from verdigris.core.finding import Finding

_PYTHON = {".py", ".pyw"}
_JAVASCRIPT = {".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx"}
_MOST = 1_500_000
"""Characters of a program that is read; what is larger was made by another."""
_MAYBE = re.compile(
    r"exec|query|queries|raw|prepare|fetch|sql|\btext\(|\.extra\(|\.(?:run|all|get|each|one|"
    r"none|many|any|unsafe|where|literal)\(",
    re.IGNORECASE,
)
_WORDS = re.compile(
    r"\b(?:from|into|set|where|table|values?|select|insert|update|delete|pragma|order\s+by|drop|"
    r"create|alter|join|savepoint|attach|explain|truncate|like|desc|asc|limit|sqlalchemy|django|knex|sequelize|prisma|\w+Raw)\b",
    re.IGNORECASE,
)


def reads(path: str) -> bool:
    """Tell whether a file is one that the rules know how to read."""
    return PurePosixPath(path).suffix.lower() in _PYTHON | _JAVASCRIPT | {".sql"}


def audit_sql(text: str, path: str) -> tuple[Finding, ...]:
    """Return what is wrong with the SQL in a text; never raises, whatever the text."""
    suffix = PurePosixPath(path).suffix.lower()
    if suffix == ".sql":
        from verdigris.checks.sql.scripts import audit_script

        return audit_script(text, path)
    if not reads(path) or not (_MAYBE.search(text) and _WORDS.search(text)):
        return ()
    if len(text) > _MOST:
        return (_unread(path, f"it has more than {_MOST:,} characters"),)
    found: list[Finding] = []
    trouble = _read(text, path, suffix in _PYTHON, found)
    if trouble:
        found.append(_unread(path, trouble))
    return tuple(sorted(dict.fromkeys(found), key=lambda each: (each.line, each.rule)))


def _read(text: str, path: str, python: bool, found: list[Finding]) -> str:
    """Add what is found; return why the text was not read to its end, or nothing."""
    from verdigris.checks.sql.evaluate import Exhausted
    from verdigris.checks.sql.javascript import BrokenText
    from verdigris.checks.sql.javascript import lower as lower_javascript
    from verdigris.checks.sql.judging import judge
    from verdigris.checks.sql.python import lower as lower_python

    try:
        module = lower_python(text) if python else lower_javascript(text, path)
        for finding in judge(module, path, text.split("\n")):
            found.append(finding)
    except (SyntaxError, ValueError) as error:
        return f"it does not parse ({getattr(error, 'msg', error)})"
    except BrokenText as error:
        return f"it does not parse (line {error})"
    except (RecursionError, MemoryError):
        return "it is nested too deeply"
    except Exhausted:
        return "it has too many ways to be followed to the end"
    return ""


def _unread(path: str, why: str) -> Finding:
    return Finding(
        rule="audit/unread",
        severity="info",
        path=path,
        message=f"not all SQL of this file was looked at: {why}",
    )
