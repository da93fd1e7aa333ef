"""Reading SQL text: its words, its statements, and which of them change every row. No parser.

A scanner by one regular expression, linear in the text: dumps of megabytes are common.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

Kind = Literal["word", "text", "number", "mark", "name", "hole"]
_TOKEN = re.compile(
    r"(?P<space>\s+|--[^\n]*|/\*.*?(?:\*/|\Z)|(?m:^#[ \t#-][^\n]*))"
    r"|(?P<text>[eE]'(?:[^'\\]|''|\\.)*(?:'|\Z)|[nNxXbB]?'(?:\\'(?=\w)|[^']|'')*(?:'|\Z)"
    r"|\$(?P<tag>[^\W\d]\w*|)\$.*?(?:\$(?P=tag)\$|\Z))"
    r'|(?P<name>"(?:[^"]|"")*(?:"|\Z)|`(?:[^`]|``)*(?:`|\Z)|\[[A-Za-z_][^\]\n]{0,200}\])'
    r"|(?P<hole>\x00\w?)"
    r"|(?P<param>%\(\w+\)s|%s|\?\d*|(?<!:):\w+|\$\d+|\$\w+|@\w+)"
    r"|(?P<number>\d[\w.]*)"
    r"|(?P<word>[^\W\d][\w$]*)"
    r"|(?P<mark>::|[<>!=]=|<>|\|\||.)",
    re.DOTALL,
)
VERB = re.compile(
    # What was read of comments is not read in another way again: `*+`.
    r"(?:[\s(]|--[^\n]*\n|/\*(?:[^*]|\*(?!/))*\*/)*+(?:select(?!:)\b|insert\s+(?:\w+\s+)*into\b|insert\b|"
    r"update\b|delete\b|replace\s+into\b|merge\s+into\b|with\s+(?:recursive\s+)?[\w\x00\"]+\s*"
    r"(?:\([^)]*\))?\s*as\b|create\s+(?:or\s+replace\s+)?(?:temp\w*\s+|global\s+|unique\s+|"
    r"unlogged\s+|virtual\s+|materialized\s+|external\s+|fulltext\s+|spatial\s+)*(?:table|index|"
    r"view|trigger|database|schema|function|procedure|extension|type|user|role|sequence|"
    r"publication|policy|domain|login)\b|alter\s+(?:table|index|view|database|schema|user|role|"
    r"sequence|type|system|session|login)\b|drop\s+(?:table|index|view|trigger|database|schema|"
    r"function|procedure|extension|type|user|role|sequence|column|materialized|login)\b|"
    r"truncate\b|pragma\b|explain\b|vacuum\b|analyze\b|attach\b|detach\b|savepoint\b|"
    r"release\s+(?:savepoint\s+)?|rollback\s+to\b|grant\b|revoke\b|copy\s|call\s+[\w\x00.]+\s*\(|"
    r"exec(?:ute)?\s+[\w\x00.]+|set\s+(?:session\s+|local\s+|global\s+)?[\w\x00.@]+\s*(?:=|to\b)|"
    r"show\s+\w+|use\s+[\w\x00`\"]+|lock\s+tables?\b|reindex\b|notify\b|listen\b|comment\s+on\b|"
    r"refresh\s+materialized\b|values\s*\(|begin\b|declare\b)",
    re.IGNORECASE | re.DOTALL,
)
CLAUSE = re.compile(
    r"\b(?:where\s+\S+|order\s+by|group\s+by|from\s+[\w\x00\"`]+|into\s+[\w\x00\"`]+|limit\s+\S+|"
    r"set\s+[\w\x00.\"`]+\s*=|values\s*\(|join\s+[\w\x00\"`]+|and\s+[\w\x00.\"`]+\s*(?:=|<|>|like\b|in\b))",
    re.IGNORECASE,
)


_HEAD = 2_000
"""Characters by which a text is told: some patterns take the square of the time."""
_SHAPES = {
    "select": re.compile(r"\bfrom\b|[(*,=?@:']|^\W*select\s+(?:[\d\x00]|null\b|true\b)", re.I),
    "update": re.compile(r"\bset\b|\x00", re.I),
    "delete": re.compile(r"\bfrom\b|\x00", re.I),
    "insert": re.compile(r"\binto\b|\x00|\bvalues\b", re.I),
}


def reads_as_sql(text: str) -> bool:
    """Tell a statement from a sentence that begins with the same word."""
    text = text[:_HEAD]
    if not VERB.match(text):
        return False
    first = re.search(r"[a-z]+", text, re.IGNORECASE)
    shape = _SHAPES.get(first.group().lower()) if first else None
    return shape is None or bool(shape.search(text))


class Token(NamedTuple):
    kind: Kind
    text: str
    start: int
    depth: int = 0

    @property
    def upper(self) -> str:
        return self.text.upper() if self.kind == "word" else ""


def tokens(sql: str) -> Iterator[Token]:
    """Yield what stands in a text; comments and space are left out."""
    depth = 0
    for match in _TOKEN.finditer(sql):
        kind = match.lastgroup
        if kind == "space":
            continue
        text = match.group()
        if text == ")":
            depth = max(0, depth - 1)
        if kind == "tag" or kind is None:
            kind = "text"
        known: Kind = "number" if kind == "param" else kind  # type: ignore[assignment]
        yield Token(known, text, match.start(), depth)
        if text == "(":
            depth += 1


def statements(sql: str) -> Iterator[list[Token]]:
    """Yield the statements of a text; the body of a trigger or procedure is part of its own."""
    found: list[Token] = []
    blocks, routine = 0, False
    for token in tokens(sql):
        batch = token.upper == "GO" and _ends_batch(sql, token, found)
        if batch or (token.text == ";" and not blocks):
            if found:
                yield found
            found, routine, blocks = [], False, 0
            continue
        if len(found) < 12 and token.upper in ("TRIGGER", "PROCEDURE", "FUNCTION", "EVENT"):
            routine = bool(found) and found[0].upper in ("CREATE", "ALTER")
        if routine and token.upper in ("BEGIN", "CASE"):
            blocks += 1
        elif routine and token.upper == "END":
            blocks = max(0, blocks - 1)
        if token.text == ";":
            continue
        found.append(token)
    if found:
        yield found


def _ends_batch(sql: str, token: Token, found: Sequence[Token]) -> bool:
    """Tell T-SQL's GO, which stands on a line of its own, from a column of that name."""
    after = token.start + len(token.text)
    alone = not sql[max(0, after - 80) : after].rpartition("\n")[2][:-2].strip() and not (
        sql[after : after + 80].partition("\n")[0].strip()
    )
    return not found or (alone and found[-1].text != "," and found[-1].upper != "SELECT")


def changes_all(statement: Sequence[Token]) -> Token | None:
    """Return the word that changes every row of a table, where a statement has one."""
    place = _main(statement)
    if place < 0:
        return None
    level = statement[place].depth
    rest = [each for each in statement[place + 1 :] if each.depth == level]
    words = [each.upper for each in rest]
    verb = statement[place].upper
    if words[:1] == ["TOP"] or {"LIMIT", "USING", "JOIN"} & set(words):
        return None
    if verb == "UPDATE" and ("SET" not in words or "FROM" in words):
        return None
    if verb == "DELETE" and words.count("FROM") > 1:
        return None
    if any(each.kind == "hole" for each in _behind_table(rest, verb)):
        return None
    if "WHERE" not in words:
        return statement[place] if len(rest) > 1 or verb == "DELETE" else None
    where = rest[words.index("WHERE") + 1 :]
    return statement[place] if where and _is_always_true(where) else None


def table_of(statement: Sequence[Token]) -> str:
    """Return the table that a DELETE or UPDATE names, in small letters."""
    place = _main(statement)
    for token in statement[place + 1 :]:
        if token.upper in ("FROM", "ONLY", "OR", "IGNORE", "ROLLBACK", "LOW_PRIORITY", "QUICK"):
            continue
        found = [each.text for each in statement if each.start >= token.start][:3]
        whole = "".join(found) if len(found) == 3 and found[1] == "." else token.text
        return whole.strip('"`[]').lower()
    return ""


def _main(statement: Sequence[Token]) -> int:
    """Return the place of the DELETE or UPDATE that a statement is; -1 for any other."""
    if not statement:
        return -1
    if statement[0].upper in ("DELETE", "UPDATE"):
        return 0
    if statement[0].upper != "WITH":
        return -1
    for place, token in enumerate(statement):
        if token.depth == 0 and token.upper in ("SELECT", "INSERT"):
            return -1
        if token.depth == 0 and token.upper in ("DELETE", "UPDATE"):
            return place
    return -1


def _behind_table(rest: Sequence[Token], verb: str) -> Sequence[Token]:
    """Return the part in which a hole might be a condition: not the table, not what is set."""
    words = [each.upper for each in rest]
    if verb == "DELETE":
        start = words.index("FROM") + 2 if "FROM" in words else 1
        return rest[start:]
    start = words.index("SET") if "SET" in words else 0
    return [
        each for number, each in enumerate(rest[start:], start)
        if each.kind == "hole" and rest[number - 1].text not in "=,.'("
        and rest[number - 1].upper != "SET"
    ]  # fmt: skip


def _is_always_true(where: Sequence[Token]) -> bool:
    stop = next((n for n, t in enumerate(where) if t.upper in ("RETURNING", "ORDER")), len(where))
    parts: list[list[str]] = [[]]
    joined_by = ""
    for token in where[:stop]:
        if token.upper in ("AND", "OR"):
            parts.append([])
            joined_by += token.upper
        elif token.text not in "();":
            parts[-1].append(token.text.upper())
    always = [_is_tautology(each) for each in parts]
    return any(always) if "OR" in joined_by and "AND" not in joined_by else all(always)


def _is_tautology(words: Sequence[str]) -> bool:
    match words:
        case ["1"] | ["TRUE"] | ["NOT", "FALSE"]:
            return True
        case [left, "=" | "==" | "<=>" | "IS", right]:
            known = left[:1].isalnum() or left[:1] in "_'\"`"
            return left == right and known and left != "NULL"
    return False
