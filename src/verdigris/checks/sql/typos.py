"""Misspelt keywords in SQL, each proved: the statement parses with the right word, not with this.

What any of several dialects understands is right. So a table called `form` and a word that only
PostgreSQL knows raise no alarm; nor does a statement that stays unreadable with every repair.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations

from verdigris.checks.sql.statements import Token
from verdigris.checks.sql.words import words

_KEYWORDS = words(
    "SELECT INSERT INTO UPDATE DELETE FROM WHERE SET VALUES GROUP ORDER BY HAVING LIMIT OFFSET "
    "JOIN INNER LEFT RIGHT OUTER FULL CROSS NATURAL ON USING AND OR NOT NULL IN IS LIKE BETWEEN "
    "EXISTS AS DISTINCT UNION ALL INTERSECT EXCEPT CASE WHEN THEN ELSE END ASC DESC CREATE TABLE "
    "INDEX VIEW DROP ALTER ADD COLUMN PRIMARY KEY FOREIGN REFERENCES UNIQUE DEFAULT CHECK "
    "CONSTRAINT CASCADE RETURNING CONFLICT WITH RECURSIVE REPLACE TRIGGER"
)
_RIGHT = words(
    "VALUE FOR DO TO TOP OF OFF ANY AT IF NO ROW ROWS ONLY OVER LAST FIRST SETS USE SHOW CALL INT "
    "TEXT DATE TIME YEAR CHAR ENUM USER ROLE ILIKE RLIKE GLOB REGEXP ISNULL NOTNULL LATERAL SEMI "
    "ANTI APPLY STORED ASOF OUT INOUT DESCRIBE UPSERT NEW OLD COUNT SUM MIN MAX AVG ABS"
).union(_KEYWORDS)
"""Words that are as they should be, in one dialect or another."""
_DIALECTS = ("sqlite", "postgres", "mysql", "tsql", "", "oracle", "bigquery", "duckdb")
_LONGEST = 20_000
_DEEPEST = 40
_CANDIDATES = 10
_SECOND = {
    "CREATE": ("TABLE", "INDEX", "VIEW", "TRIGGER", "UNIQUE", "DATABASE", "SCHEMA", "FUNCTION"),
    "DROP": ("TABLE", "INDEX", "VIEW", "TRIGGER", "DATABASE", "SCHEMA", "COLUMN"),
    "ALTER": ("TABLE", "INDEX", "VIEW", "DATABASE"),
}
_VERBS = {"SELECT", "INSERT", "UPDATE", "DELETE", "CREATE", "REPLACE", "ALTER", "DROP"}
_GO_ON = {"FROM", "INTO", "SET", "TABLE", "WHERE", "INDEX", "VIEW", "VALUES"}
_JOINS = ("INNER", "LEFT", "RIGHT", "OUTER", "CROSS", "FULL", "NATURAL")


@dataclass(frozen=True, slots=True)
class Typo:
    word: str
    meant: str
    start: int


def looks_misspelt(sql: str) -> bool:
    """Tell whether a text begins with a word that is almost a verb of SQL, and goes on like it."""
    words = [word.upper() for word in re.findall(r"[^\W\d]\w*", sql[:300])]
    if len(words) < 2 or not _VERBS & {words[0], *_near(words[0])}:
        return False
    right = words[0] in _VERBS
    return any((word in _GO_ON and not right) or _GO_ON & set(_near(word)) for word in words[1:])


def typos(sql: str, statement: Sequence[Token]) -> list[Typo]:
    """Return the misspelt keywords of one statement of a text."""
    if not statement:
        return []
    near = [(token, meant) for token in statement for meant in _meant(token, statement)]
    last = statement[-1]
    start, end = statement[0].start, last.start + len(last.text)
    if not near or end - start > _LONGEST or max(t.depth for t in statement) > _DEEPEST:
        return []
    if _unary_run(statement):
        return []
    if sure := _sure(statement, near):
        return sure
    if any(_parses(_cleaned(sql[start:end], [], start, blank)) for blank in ("hole", "")):
        return []
    return _repaired(sql, start, end, near[: 3 * _CANDIDATES])


def _meant(token: Token, statement: Sequence[Token]) -> Iterator[str]:
    upper = token.upper
    if len(upper) < 2 or upper in _RIGHT or "_" in upper or len(upper) > 14:
        return
    for word in _near(upper):
        if not _is_name(token, statement):
            yield word


@lru_cache(maxsize=4096)
def _near(upper: str) -> tuple[str, ...]:
    found = [(distance(upper, word), word) for word in _KEYWORDS
             if abs(len(word) - len(upper)) <= 2]  # fmt: skip
    allowed = [(far, word) for far, word in found if 0 < far <= _allowed(upper, word)]
    return tuple(word for _, word in sorted(allowed))


def _allowed(upper: str, word: str) -> int:
    """Return how far a word may be from a keyword: the shorter, the nearer."""
    if len(word) <= 2:
        return 1 if sorted(upper) == sorted(word) else 0
    return 1 if len(word) <= 5 else 2


def _is_name(token: Token, statement: Sequence[Token]) -> bool:
    """Tell whether a word stands for a name: with a dot beside it, called, or used elsewhere so."""
    place = next(n for n, each in enumerate(statement) if each is token)
    before = statement[place - 1].text if place else ""
    after = statement[place + 1].text if place + 1 < len(statement) else ""
    if before in (".", "::", "@", ":") or after == ".":
        return True
    return any(
        other.text == token.text and n + 1 < len(statement) and statement[n + 1].text == "."
        for n, other in enumerate(statement)
    )


def _unary_run(statement: Sequence[Token]) -> bool:
    """Tell whether a parser might recurse without brackets: NOT NOT NOT …, CASE CASE CASE …"""
    nested = sum(1 for each in statement if each.upper in ("NOT", "CASE", "SELECT"))
    marks = sum(1 for each in statement if each.text in "-+~!")
    return nested > 4 * _DEEPEST or marks > 20 * _DEEPEST


def _sure(statement: Sequence[Token], near: Sequence[tuple[Token, str]]) -> list[Typo]:
    """Return what a lenient parser takes for names: `CREATE TABEL`, `INNR JOIN`."""
    words = [each.upper for each in statement]
    found = []
    for token, meant in near:
        place = next(n for n, each in enumerate(statement) if each is token)
        after = statement[place + 1] if place + 1 < len(statement) else None
        before = words[place - 1] if place else ""
        if after is None:
            continue
        nameable = after.kind in ("word", "name", "hole")
        joins = meant in _JOINS and after.upper in ("JOIN", "OUTER") and place > 2
        second = place == 1 and meant in _SECOND.get(words[0], ()) and nameable
        from_ = place == 1 and words[0] == "DELETE" and meant == "FROM" and nameable
        only = before == "SELECT" and meant == "DISTINCT" and nameable and after.upper not in (
            "AS", "FROM"
        )  # fmt: skip
        column = words[:2] == ["ALTER", "TABLE"] and before in ("ADD", "DROP") and (
            meant == "COLUMN" and nameable
        )  # fmt: skip
        if joins or second or from_ or only or column:
            found.append(Typo(token.text, meant, token.start))
    return found


def _repaired(sql: str, start: int, end: int, near: Sequence[tuple[Token, str]]) -> list[Typo]:
    for number in (1, 2, 3):
        tried = 0
        for chosen in combinations(near, number):
            if len({id(token) for token, _ in chosen}) < number:
                continue
            tried += 1
            if tried > 3 * _CANDIDATES:
                break
            repairs = [(token, meant) for token, meant in chosen]
            for blank in ("hole", ""):
                if _parses(_cleaned(sql[start:end], repairs, start, blank)):
                    return [Typo(token.text, meant, token.start) for token, meant in repairs]
    return []


def _cleaned(sql: str, repairs: Sequence[tuple[Token, str]], offset: int, blank: str) -> str:
    """Return a text with words put right, and a name in place of holes and of parameters."""
    for token, meant in sorted(repairs, key=lambda each: -each[0].start):
        at = token.start - offset
        sql = sql[:at] + meant + sql[at + len(token.text) :]
    sql = re.sub(r"\x00\w?", f" {blank} " if blank else " ", sql)
    pattern = r"('(?:[^']|'')*')|%\(\w+\)s|%s|(?<![:\w]):\w+|\$\d+|@\w+"
    return re.sub(pattern, lambda match: match.group(1) or "?", sql).replace("%%", "%")


@cache
def _library() -> None:
    # Heavy, and only needed for a statement that has a doubtful word.
    logging.getLogger("sqlglot").setLevel(logging.CRITICAL)


@lru_cache(maxsize=2048)
def _parses(sql: str) -> bool:
    import sqlglot
    from sqlglot.errors import SqlglotError

    _library()
    for dialect in _DIALECTS:
        try:
            made = sqlglot.parse(sql, dialect=dialect)
        except (SqlglotError, RecursionError, ValueError, TypeError, AttributeError, KeyError,
                IndexError, AssertionError):  # fmt: skip
            continue
        if made and all(each is not None and each.key != "command" for each in made):
            return True
    return False


def distance(one: str, other: str) -> int:
    """Return how many letters were left out, added, changed, or swapped with their neighbour."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        older, before, row = before, row, [i]
        for j, b in enumerate(other, 1):
            best = min(before[j] + 1, row[-1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                best = min(best, older[j - 2] + 1)
            row.append(best)
    return row[-1]
