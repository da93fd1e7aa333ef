"""From the texts that reach a database to findings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from verdigris.checks.sql import model as m
from verdigris.checks.sql.cures import cure
from verdigris.checks.sql.deliberate import is_deliberate, is_deliberate_here
from verdigris.checks.sql.evaluate import Evaluator, Exhausted
from verdigris.checks.sql.origins import is_request
from verdigris.checks.sql.places import is_table_place
from verdigris.checks.sql.showing import show
from verdigris.checks.sql.sinks import UNMISTAKABLE, Sink, sinks
from verdigris.checks.sql.statements import (
    CLAUSE,
    Token,
    changes_all,
    reads_as_sql,
    statements,
    table_of,
)
from verdigris.checks.sql.text import Hole, Lit, Pieces
from verdigris.checks.sql.typos import Patience, looks_misspelt, typos
from verdigris.core.finding import Finding
from verdigris.core.paths import is_test_file
from verdigris.core.text import listed, one_line

_BASE = re.compile(
    r"^(?:\w+\.)*(?:\w*(?:sql|query|stmt|statement|select|ddl|command)(?:_?(?:text|str|string))?|"
    r"(?:\w+_)?base)$",
    re.I,
)
"""What a whole statement is called."""
_WRAPS = re.compile(
    r"(?:\bexplain\b[\w\s(]*|\b(?:from|join|exists|in|as|any|all|select|lateral|materialized)"
    r"\s*\(\s*|[(,=]\s*\(\s*|\bas\s+|\b(?:union|except|intersect)\s+(?:all\s+)?)$",
    re.I,
)
"""What stands before a statement inside another."""
_LOUD = re.compile(r"\b(?:WHERE|FROM|ORDER BY|GROUP BY|SET|VALUES|INTO|JOIN|LIMIT)\b")
_LIBRARIES = ("sqlalchemy", "sqlmodel", "django.db", "knex", "sequelize", "prisma", "@prisma")
_LOST = 5
"""Calls that could not be followed, after which a module is given up."""
_QUERY_NAME = re.compile(r"sql|quer(?:y|ies)|stmt|statement", re.I)


@dataclass
class _Found:
    """What was found so far, so that one wrong statement is told once."""

    path: str
    lines: list[str]
    injections: set[int] = field(default_factory=set)
    """Lines of statements that paste something in."""
    others: dict[tuple[str, int, str], Finding] = field(default_factory=dict)
    patience: Patience = field(default_factory=Patience)


def judge(module: m.Module, path: str, lines: list[str]) -> Iterator[Finding]:
    """Yield what is wrong with the SQL of one module; raises Exhausted where it has too many ways.

    What was found until then has been yielded.
    """
    if is_test_file(path):
        return  # tests paste what they like, and misspell on purpose
    nodes = m.linked(module)
    known = any(full.startswith(_LIBRARIES) for full in module.imports.values())
    if not known and not any(_speaks_sql(node) for node in nodes):
        return
    evaluator = Evaluator(module, nodes)
    found = _Found(path, lines)
    lost = 0
    for sink in sinks(module, nodes):
        try:
            yield from _judged(sink, evaluator, found)
        except (Exhausted, RecursionError):
            lost += 1
            if lost > _LOST:
                break
    yield from _named_queries(module, found)
    if lost or found.patience.lost:
        raise Exhausted


def _speaks_sql(node: m.Node) -> bool:
    """Tell whether a text, or a call, has to do with SQL; most modules have no such thing."""
    if isinstance(node, m.Text):
        text = node.value
        return len(text) > 5 and bool(
            reads_as_sql(text) or _LOUD.search(text) or looks_misspelt(text)
        )
    if not isinstance(node, m.Call):
        return False
    asked = any(is_request(show(each)) for each in node.args[:1])
    return node.called in UNMISTAKABLE or (asked and node.called in ("execute", "query"))


def _judged(sink: Sink, evaluator: Evaluator, found: _Found) -> Iterator[Finding]:
    for node in sink.texts:
        evaluator.begin()
        value = evaluator.run_text(node)
        groups: dict[tuple[int, str], list[Pieces]] = {}
        for pieces in value.texts:
            if not _is_sql(pieces, sink):
                continue
            yield from _injected(pieces, node, sink, evaluator.module, found)
            first = next((each for each in pieces if isinstance(each, Lit)), None)
            if first is not None:
                groups.setdefault((first.line, first.text[:40]), []).append(pieces)
        for group in groups.values():
            yield from _misspelt(max(group, key=len), found)
            yield from _all_rows(group, sink, found)


def rendered(pieces: Pieces) -> str:
    """Return a text with a mark in place of each hole."""
    return "".join(each.text if isinstance(each, Lit) else "\0" for each in pieces)


def _is_sql(pieces: Pieces, sink: Sink) -> bool:
    text = rendered(pieces)
    if not text.strip("\0 \n\t"):
        whole = [each for each in pieces if isinstance(each, Hole)]
        return sink.certain and (
            len(whole) > 1 or sink.inside or any(each.source for each in whole)
        )
    if sink.fragment and sink.certain:
        return True
    if reads_as_sql(text) or looks_misspelt(text):
        return True
    if not re.match(r"[\s(]*(?:\0|(?:where|and|or|from|order|group|set|values|limit|having|on)\b)",
                    text, re.IGNORECASE) and not sink.fragment:  # fmt: skip
        return False
    clauses = len(CLAUSE.findall(text))
    if sink.fragment:
        return bool(re.search(r"[\w\"`.]\s*(?:=|<|>|\blike\b|\bin\b)", text, re.I))
    return clauses >= (1 if sink.certain else 2)


def _injected(
    pieces: Pieces, node: m.Node, sink: Sink, module: m.Module, found: _Found
) -> Iterator[Finding]:
    before: dict[int, str] = {}
    text = ""
    sites: dict[int, list[Hole]] = {}
    for piece in pieces:
        if isinstance(piece, Lit):
            text += piece.text
            continue
        before[id(piece)] = text
        if not _is_harmless(piece, text, sink):
            sites.setdefault(piece.stmt or node.line, []).append(piece)
        text += "\0"
    for site, holes in sites.items():
        finding = _finding(pieces, holes, before, sink, module, node, found.path)
        if site not in found.injections:
            found.injections.add(site)
            yield from _once("sql/injection", finding.line, finding.message, found, finding)


def _is_harmless(hole: Hole, before: str, sink: Sink) -> bool:
    if hole.safe:
        return True
    if hole.doubled and before.count(hole.doubled) % 2:
        return True  # it stands between marks that are doubled inside it
    if hole.source:
        return False
    start = not before.strip(" \n\t(\0")
    if start and not sink.fragment:
        return True  # the statement itself is handed in, and only added to here
    return bool(_WRAPS.search(before[-60:])) and bool(_BASE.match(hole.what))


def _finding(
    pieces: Pieces,
    holes: list[Hole],
    before: dict[int, str],
    sink: Sink,
    module: m.Module,
    node: m.Node,
    path: str,
) -> Finding:
    names = list(dict.fromkeys(one_line(hole.what, 60) for hole in holes))
    line = next((hole.line for hole in holes if hole.settled and hole.line), node.line)
    chosen = all(hole.config and is_table_place(before[id(hole)]) for hole in holes)
    verb = "gets" if len(names) == 1 else "get"
    who = " (whoever sets the object up chooses it)" if chosen else ""
    return Finding(
        rule="sql/injection",
        severity="info" if chosen else "warn",
        path=path,
        line=line,
        message=f"{listed(names)} {verb} into the text of an SQL statement that "
        f"{sink.name} runs{who}",
        cure=cure(pieces, holes, before, sink.name, module),
    )


def _misspelt(pieces: Pieces, found: _Found) -> Iterator[Finding]:
    text = rendered(pieces)
    for statement in statements(text):
        for typo in typos(text, statement, found.patience):
            line = _line_of(pieces, typo.start, typo.word, found.lines)
            yield from _once("sql/typo", line, typo.word, found, Finding(
                rule="sql/typo", severity="warn", path=found.path, line=line,
                message=f"{typo.word} is no SQL keyword; {typo.meant} seems to be meant",
                cure=f"Write {typo.meant}.",
            ))  # fmt: skip


def _line_of(pieces: Pieces, start: int, word: str, lines: list[str]) -> int:
    """Return the line of a word in the source; the literal's first where it is not to be seen."""
    at = 0
    for piece in pieces:
        size = len(piece.text) if isinstance(piece, Lit) else 1
        if at <= start < at + size and isinstance(piece, Lit):
            shown = re.compile(rf"\b{re.escape(word)}\b")
            for number in range(piece.line, min(piece.end, piece.line + 2000) + 1):
                if number <= len(lines) and shown.search(lines[number - 1]):
                    return number
            return piece.line
        at += size
    return next((piece.line for piece in pieces), 0)


def _all_rows(group: Sequence[Pieces], sink: Sink, found: _Found) -> Iterator[Finding]:
    wrong = [_changing(pieces, found.patience) for pieces in group]
    if not wrong or not all(wrong) or wrong[0] is None:
        return
    token, statement = wrong[0]
    table = table_of(statement)
    if is_deliberate(table, found.path) or is_deliberate_here(table, sink, token.upper):
        return
    line = _line_of(group[0], token.start, token.text, found.lines)
    yield from _once("sql/all-rows", line, table, found, all_rows(token, table, found.path, line))


def all_rows(token: Token, table: str, path: str, line: int) -> Finding:
    what = "deletes" if token.upper == "DELETE" else "changes"
    known = table if table and "\0" not in table else "the table"
    return Finding(
        rule="sql/all-rows",
        severity="warn",
        path=path,
        line=line,
        message=f"this {token.upper} has no condition: it {what} every row of {known}",
        cure="Add a WHERE that names the rows; to empty a table on purpose, say so in the "
        "function's name (clear, reset, purge) or do it in a migration.",
    )


def _changing(pieces: Pieces, patience: Patience) -> tuple[Token, list[Token]] | None:
    text = rendered(pieces)
    for statement in statements(text):
        token = changes_all(statement)
        if token is not None and not typos(text, statement, patience):
            return token, statement  # a WHERE that is misspelt is told as that
    return None


def _once(rule: str, line: int, what: str, found: _Found, finding: Finding) -> Iterator[Finding]:
    key = (rule, line, what)
    if key not in found.others:
        found.others[key] = finding
        yield finding


def _named_queries(module: m.Module, found: _Found) -> Iterator[Finding]:
    """Yield what is misspelt in constants that are called queries, for other modules to run."""
    for stmt in module.body.stmts:
        if not isinstance(stmt, m.Bind):
            continue
        named = any(_QUERY_NAME.search(target.name) for target in stmt.targets)
        values = stmt.value.values if isinstance(stmt.value, m.Table) else [stmt.value]
        for value in values if named else ():
            if isinstance(value, m.Text) and len(CLAUSE.findall(value.value)) >= 1:
                yield from _misspelt((Lit(value.value, value.line, value.end),), found)
