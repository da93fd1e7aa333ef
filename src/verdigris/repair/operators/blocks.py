"""Whole statements put in, taken out and moved, with the file's own indentation and line ends.

A statement that shares its line with another is replaced by `pass` or joined by `;`, never moved.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from verdigris.repair.idea import Splice
from verdigris.repair.operators.base import Draft, short
from verdigris.repair.source import Source


def before(source: Source, statement: ast.stmt, new: str, fit: float = 1.0) -> Iterator[Draft]:
    """Put a statement of one or more lines, written without indentation, before another."""
    what = f"`{short(new)}` before line {statement.lineno}"
    lines = source.lines_of(statement)
    if lines is not None:
        text = _indented(source, new, source.indent_of(statement)) + source.newline
        yield Draft((Splice(lines[0], lines[0], text),), fit, what)
    elif (span := source.span(statement)) and _is_simple(statement, new):
        yield Draft((Splice(span[0], span[0], f"{new}; "),), fit, what)


def after(source: Source, statement: ast.stmt, new: str, fit: float = 1.0) -> Iterator[Draft]:
    what = f"`{short(new)}` after line {statement.end_lineno}"
    lines = source.lines_of(statement)
    if lines is not None:
        text = _indented(source, new, source.indent_of(statement))
        whole = _ends_line(source, lines[1])
        text = text + source.newline if whole else source.newline + text
        yield Draft((Splice(lines[1], lines[1], text),), fit, what)
    elif (span := source.span(statement)) and _is_simple(statement, new):
        yield Draft((Splice(span[1], span[1], f"; {new}"),), fit, what)


def _is_simple(statement: ast.stmt, new: str) -> bool:
    return not hasattr(statement, "body") and "\n" not in new and not new.endswith(":")


def _indented(source: Source, new: str, indent: str) -> str:
    return source.newline.join(f"{indent}{line}" if line else line for line in new.split("\n"))


def without(source: Source, statement: ast.stmt, fit: float = 1.0) -> Iterator[Draft]:
    """Take a statement out; where it is alone in its block, `pass` takes its place."""
    span = source.span(statement)
    if span is None:
        return
    what = f"`{short(source.segment(statement).splitlines()[0])}` is taken out"
    lines = source.lines_of(statement)
    if lines is not None and len(source.block_of(statement)) > 1:
        # Of a file that ends without a line break, the one before goes along.
        rest = 0 if _ends_line(source, lines[1]) or not lines[0] else len(source.newline)
        yield Draft((Splice(lines[0] - rest, lines[1], ""),), fit, what)
    elif not isinstance(statement, ast.Pass) and not source.segment(statement).startswith("elif"):
        yield Draft((Splice(*span, "pass"),), fit, what)


def exchanged(source: Source, one: ast.stmt, other: ast.stmt, fit: float = 1.0) -> Iterator[Draft]:
    """Let two neighbours change places."""
    first, second = source.lines_of(one), source.lines_of(other)
    if first is None or second is None or not _ends_line(source, second[1]):
        return
    what = f"lines {one.lineno} and {other.lineno} change places"
    moved = source.text[second[0] : second[1]]
    splices = (Splice(first[0], first[0], moved), Splice(*second, ""))
    yield Draft(splices, fit, what)


def moved_after(
    source: Source, statement: ast.stmt, owner: ast.stmt, fit: float = 1.0
) -> Iterator[Draft]:
    """Move a statement out of a block: behind the statement that the block belongs to."""
    yield from _moved(source, statement, owner, source.indent_of(owner), fit, behind=True)


def moved_before(
    source: Source, statement: ast.stmt, owner: ast.stmt, fit: float = 1.0
) -> Iterator[Draft]:
    yield from _moved(source, statement, owner, source.indent_of(owner), fit, behind=False)


def moved_into(
    source: Source, statement: ast.stmt, last: ast.stmt, fit: float = 1.0
) -> Iterator[Draft]:
    """Move a statement into a block: behind the last statement there."""
    yield from _moved(source, statement, last, source.indent_of(last), fit, behind=True)


def moved_to_front(
    source: Source, statement: ast.stmt, first: ast.stmt, fit: float = 1.0
) -> Iterator[Draft]:
    yield from _moved(source, statement, first, source.indent_of(first), fit, behind=False)


def _moved(
    source: Source, statement: ast.stmt, place: ast.stmt, indent: str, fit: float, *, behind: bool
) -> Iterator[Draft]:
    lines, target = source.lines_of(statement), source.lines_of(place)
    if lines is None or target is None or has_long_text(statement):
        return
    text = reindented(source, statement, indent)
    if text is None or not _ends_line(source, lines[1]) or not _ends_line(source, target[1]):
        return
    at = target[1] if behind else target[0]
    gap = (
        ""
        if len(source.block_of(statement)) > 1
        else f"{source.indent_of(statement)}pass{source.newline}"
    )
    if at == lines[0] or at == lines[1]:
        splices: tuple[Splice, ...] = (
            Splice(*lines, gap + text if at == lines[1] else text + gap),
        )
    else:
        splices = tuple(sorted([Splice(*lines, gap), Splice(at, at, text)]))
    where = "behind" if behind else "before"
    what = f"`{short(source.segment(statement).splitlines()[0])}` moves {where} line {place.lineno}"
    yield Draft(splices, fit, what)


def _ends_line(source: Source, at: int) -> bool:
    return source.text[at - 1 : at] in ("\n", "\r")


def has_long_text(node: ast.AST) -> bool:
    """Tell whether a text in a node spans lines: its indentation is part of the text."""
    return any(
        isinstance(inner, ast.Constant | ast.JoinedStr) and inner.lineno != inner.end_lineno
        for inner in ast.walk(node)
    )


def reindented(source: Source, statement: ast.stmt, indent: str) -> str | None:
    """Return a statement's lines with another indentation, or None where they are too odd."""
    lines = source.lines_of(statement)
    if lines is None:
        return None
    old = source.indent_of(statement)
    found = []
    for line in source.text[lines[0] : lines[1]].splitlines(keepends=True):
        if not line.strip():
            found.append(line)
        elif line.startswith(old):
            found.append(indent + line[len(old) :])
        else:
            return None
    return "".join(found)
