"""Files of SQL: every statement is looked at for misspelt keywords and missing conditions."""

from __future__ import annotations

import re

from verdigris.checks.sql.deliberate import is_deliberate
from verdigris.checks.sql.judging import all_rows
from verdigris.checks.sql.statements import changes_all, statements, table_of
from verdigris.checks.sql.typos import Patience, typos
from verdigris.core.finding import Finding

_MOST = 2_000_000
_STATEMENTS = 5_000
_TEMPLATE = re.compile(r"\{\{[^{}]*\}\}|\{%[^%]*%\}|\{#[^#]*#\}|\$\{\w+\}|^\\[^\n]*", re.MULTILINE)
_COPY = re.compile(
    r"^copy\b[^;\n]{0,2000}?\bfrom\s+stdin\b[^;\n]{0,200};.*?(?:\n\\\.|\Z)",
    re.IGNORECASE | re.MULTILINE | re.DOTALL,
)
"""A statement of a dump and the rows behind it, up to the line that ends them."""


def audit_script(text: str, path: str) -> tuple[Finding, ...]:
    """Return what is wrong with a file of SQL; templates inside it are holes."""
    found: list[Finding] = []
    sql = _readable(text[:_MOST])
    starts = _line_starts(sql)
    cut = len(text) > _MOST
    temporary = set(
        re.findall(r"\btemp(?:orary)?\s+table\s+(?:if\s+not\s+exists\s+)?(\w+)", sql.lower())
    )
    patience = Patience()
    for number, statement in enumerate(statements(sql)):
        if number >= _STATEMENTS or patience.lost:
            cut = True
            break
        misspelt = typos(sql, statement, patience)
        for typo in misspelt:
            found.append(Finding(
                rule="sql/typo", severity="warn", path=path, line=_line(starts, typo.start),
                message=f"{typo.word} is no SQL keyword; {typo.meant} seems to be meant",
                cure=f"Write {typo.meant}.",
            ))  # fmt: skip
        token = changes_all(statement) if not misspelt else None
        table = table_of(statement) if token is not None else ""
        if token is not None and table not in temporary and not is_deliberate(table, path):
            found.append(all_rows(token, table, path, _line(starts, token.start)))
    if cut:
        found.append(Finding(
            rule="audit/unread", severity="info", path=path,
            message="not all SQL of this file was looked at: it takes too long",
        ))  # fmt: skip
    return tuple(found)


def _readable(text: str) -> str:
    """Blank out what is no SQL, each line staying where it is: templates, copied rows."""
    text = text.replace("\0", " ")
    text = _COPY.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)
    return _TEMPLATE.sub(lambda m: "\0" + re.sub(r"[^\n]", " ", m.group()[1:]), text)


def _line_starts(text: str) -> list[int]:
    return [0, *(match.end() for match in re.finditer("\n", text))]


def _line(starts: list[int], place: int) -> int:
    from bisect import bisect_right

    return bisect_right(starts, place)
