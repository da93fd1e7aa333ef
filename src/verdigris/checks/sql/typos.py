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
from itertools import combinations, pairwise

from verdigris.checks.sql.statements import Token
from verdigris.checks.sql.words import words

_KEYWORDS = words(
    "SELECT INSERT INTO UPDATE DELETE FROM WHERE SET VALUES GROUP ORDER BY HAVING LIMIT OFFSET "
    "JOIN INNER LEFT RIGHT OUTER FULL CROSS NATURAL ON USING AND OR NOT NULL IN IS LIKE BETWEEN "
    "EXISTS AS DISTINCT UNION ALL INTERSECT EXCEPT CASE WHEN THEN ELSE END ASC DESC CREATE TABLE "
    "INDEX VIEW DROP ALTER ADD COLUMN PRIMARY KEY FOREIGN REFERENCES UNIQUE DEFAULT CHECK "
    "CONSTRAINT CASCADE RETURNING CONFLICT WITH RECURSIVE REPLACE TRIGGER"
).union(("ORDER BY", "GROUP BY"))
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
_PATIENCE = 3_000_000
"""Characters that are parsed for one file; some seconds."""
_SECOND = {
    "CREATE": ("TABLE", "INDEX", "VIEW", "TRIGGER", "UNIQUE", "DATABASE", "SCHEMA", "FUNCTION"),
    "DROP": ("TABLE", "INDEX", "VIEW", "TRIGGER", "DATABASE", "SCHEMA", "COLUMN"),
    "ALTER": ("TABLE", "INDEX", "VIEW", "DATABASE"),
}
_VERBS = {"SELECT", "INSERT", "UPDATE", "DELETE", "CREATE", "REPLACE", "ALTER", "DROP"}
_GO_ON = {"FROM", "INTO", "SET", "TABLE", "WHERE", "INDEX", "VIEW", "VALUES"}
_JOINS = ("INNER", "LEFT", "RIGHT", "OUTER", "CROSS", "FULL", "NATURAL")


class Patience:
    """How much of one file is still parsed; what is made to take long comes to an end."""

    def __init__(self) -> None:
        self._left = _PATIENCE

    @property
    def lost(self) -> bool:
        return self._left <= 0

    def understands(self, sql: str) -> bool:
        """Tell whether any dialect can read a statement; no once the patience is lost."""
        if self.lost:
            return False
        tried = _parses(sql)
        self._left -= len(sql) * (tried or len(_DIALECTS))
        return tried > 0


@dataclass(frozen=True, slots=True)
class _Doubtful:
    """A word that may be a misspelt keyword, and where it stands."""

    token: Token
    place: int
    meant: str


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


def typos(sql: str, statement: Sequence[Token], patience: Patience) -> list[Typo]:
    """Return the misspelt keywords of one statement of a text."""
    if not statement or patience.lost:
        return []
    last = statement[-1]
    start, end = statement[0].start, last.start + len(last.text)
    if end - start > _LONGEST or max(t.depth for t in statement) > _DEEPEST:
        return []
    near = list(_doubtful(statement))
    if not near or _unary_run(statement):
        return []
    if sure := _sure(statement, near):
        return sure
    cleaned = (_cleaned(sql[start:end], [], start, blank) for blank in ("hole", ""))
    if any(patience.understands(each) for each in cleaned):
        return []
    return _repaired(sql, start, end, near[: 3 * _CANDIDATES], patience)


def _doubtful(statement: Sequence[Token]) -> Iterator[_Doubtful]:
    texts = ["", *(each.text for each in statement), ""]
    owners = {one for one, after in pairwise(texts) if after == "."}
    for place, token in enumerate(statement):
        upper = token.upper
        if len(upper) < 2 or upper in _RIGHT or "_" in upper or len(upper) > 14:
            continue
        if texts[place] in (".", "::", "@", ":") or token.text in owners:
            continue  # a name: with a dot beside it, here or elsewhere
        for word in _near(upper):
            yield _Doubtful(token, place, word)


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


def _unary_run(statement: Sequence[Token]) -> bool:
    """Tell whether a parser might recurse without brackets: NOT NOT NOT …, CASE CASE CASE …"""
    nested = sum(1 for each in statement if each.upper in ("NOT", "CASE", "SELECT"))
    marks = sum(1 for each in statement if each.text in "-+~!")
    return nested > 4 * _DEEPEST or marks > 20 * _DEEPEST


def _sure(statement: Sequence[Token], near: Sequence[_Doubtful]) -> list[Typo]:
    """Return what a lenient parser takes for names: `CREATE TABEL`, `INNR JOIN`."""
    words = [each.upper for each in statement]
    return [
        Typo(each.token.text, each.meant, each.token.start)
        for each in near
        if _is_sure(each.meant, each.place, words, statement)
    ]


def _is_sure(meant: str, place: int, words: list[str], statement: Sequence[Token]) -> bool:
    before = words[place - 1] if place else ""
    if meant == "NULL":
        return before == "IS" or words[max(0, place - 2) : place] == ["IS", "NOT"]
    if place + 1 >= len(statement):
        return False
    after = statement[place + 1]
    if meant == "VALUES":
        filled = {"VALUES", "VALUE", "SELECT", "SET", "DEFAULT", "WITH", "TABLE", "EXEC"}
        return after.text == "(" and words[0] in ("INSERT", "REPLACE") and not filled & set(words)
    if meant in _JOINS:
        return after.upper in ("JOIN", "OUTER") and place > 2
    if after.kind not in ("word", "name", "hole"):
        return False
    if place == 1 and words[0] == "INSERT" and meant == "INTO":
        return after.upper not in _RIGHT
    if place == 1 and meant in (("FROM",) if words[0] == "DELETE" else _SECOND.get(words[0], ())):
        return True
    if meant == "DISTINCT":
        return before == "SELECT" and after.upper not in ("AS", "FROM")
    return meant == "COLUMN" and words[:2] == ["ALTER", "TABLE"] and before in ("ADD", "DROP")


def _repaired(
    sql: str, start: int, end: int, near: Sequence[_Doubtful], patience: Patience
) -> list[Typo]:
    for number in (1, 2, 3):
        tried = 0
        for chosen in combinations(near, number):
            if len({each.place for each in chosen}) < number:
                continue
            tried += 1
            if tried > 3 * _CANDIDATES or patience.lost:
                break
            for blank in ("hole", ""):
                if patience.understands(_cleaned(sql[start:end], chosen, start, blank)):
                    return [Typo(d.token.text, d.meant, d.token.start) for d in chosen]
    return []


def _cleaned(sql: str, repairs: Sequence[_Doubtful], offset: int, blank: str) -> str:
    """Return a text with words put right, and a name in place of holes and of parameters."""
    for each in sorted(repairs, key=lambda each: -each.place):
        at = each.token.start - offset
        sql = sql[:at] + each.meant + sql[at + len(each.token.text) :]
    sql = re.sub(r"\x00\w?", f" {blank} " if blank else " ", sql)
    pattern = r"('(?:[^']|'')*')|%\(\w+\)s|%s|(?<![:\w]):\w+|\$\d+|@\w+"
    return re.sub(pattern, lambda match: match.group(1) or "?", sql).replace("%%", "%")


@cache
def _library() -> None:
    # Heavy, and only needed for a statement that has a doubtful word.
    logging.getLogger("sqlglot").setLevel(logging.CRITICAL)


@lru_cache(maxsize=2048)
def _parses(sql: str) -> int:
    """Return the number of the dialect that can read a statement, from 1; 0 for none."""
    import sqlglot
    from sqlglot.errors import SqlglotError

    _library()
    for number, dialect in enumerate(_DIALECTS, 1):
        try:
            made = sqlglot.parse(sql, dialect=dialect)
        except (SqlglotError, RecursionError, ValueError, TypeError, AttributeError, KeyError,
                IndexError, AssertionError):  # fmt: skip
            continue
        if made and all(each is not None and each.key != "command" for each in made):
            return number
    return 0


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
