"""Where two versions of a file differ: the smallest expressions and runs of statements.

A difference knows what is around it on both sides, so that it can be widened for context.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

from verdigris.core.template import Form
from verdigris.repair.templates.trees import Key, fields, is_alone, is_block, key

Trail = tuple[tuple[ast.AST, ast.AST], ...]
_MOST = 40
"""Differences of one file. More is no bug fix, but a rewrite."""
_STATEMENTS = 150
"""Statements of one block between the first and the last that differ."""


@dataclass(frozen=True)
class Place:
    """A run of statements in a block, on both sides."""

    old: list[ast.stmt]
    new: list[ast.stmt]
    of_old: tuple[int, int]
    of_new: tuple[int, int]

    @property
    def ahead(self) -> list[ast.stmt]:
        return self.old[: self.of_old[0]][-1:]

    @property
    def behind(self) -> list[ast.stmt]:
        return self.old[self.of_old[1] :][:1]


@dataclass(frozen=True)
class Difference:
    form: Form
    before: tuple[ast.AST, ...]
    after: tuple[ast.AST, ...]
    trail: Trail
    """The pairs of nodes around it, outermost first."""
    place: Place | None = None
    """Where in its block it is, for statements that came, went or were replaced."""

    def wider(self) -> Difference | None:
        """Return the difference with the nearest whole expression or statement around it."""
        for depth in range(len(self.trail) - 1, -1, -1):
            old, new = self.trail[depth]
            trail = self.trail[:depth]
            if is_alone(old) and is_alone(new) and not _is_target(old):
                return Difference("expr", (old,), (new,), trail)
            if isinstance(old, ast.stmt) and not isinstance(old, _DEFINITIONS):
                return Difference("stmts", (old,), (new,), trail)
        return None


_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class _Own(Exception):
    """A node differs in itself, and cannot stand alone: whatever is around it differs."""


class _TooMany(Exception):
    pass


def differences(before: ast.Module, after: ast.Module) -> list[Difference]:
    """Return where two files differ, top to bottom; nothing when it is all over the place."""
    found: list[Difference] = []
    try:
        for one in _in_block(before.body, after.body, ((before, after),)):
            found.append(one)
            if len(found) > _MOST:
                raise _TooMany
    except (_Own, _TooMany):
        return []
    return found


def _in_block(old: list[ast.stmt], new: list[ast.stmt], trail: Trail) -> Iterator[Difference]:
    for tag, i, j, k, m in _steps([key(s) for s in old], [key(s) for s in new]):
        if tag == "equal":
            continue
        if tag == "replace" and j - i == m - k:
            for n in range(j - i):
                place = Place(old, new, (i + n, i + n + 1), (k + n, k + n + 1))
                yield from _in_statement(old[i + n], new[k + n], trail, place)
        elif (pairs := _paired(old[i:j], new[k:m])) is not None:
            for a, b in pairs:
                yield from _in_statement(a, b, trail, None)
        else:
            place = Place(old, new, (i, j), (k, m))
            yield Difference("stmts", tuple(old[i:j]), tuple(new[k:m]), trail, place)


def _steps(old: list[Key], new: list[Key]) -> Iterator[tuple[str, int, int, int, int]]:
    """Yield how one block becomes another. Raises _TooMany where comparing would take for ever."""
    shorter = min(len(old), len(new))
    head = next((n for n in range(shorter) if old[n] != new[n]), shorter)
    rest = shorter - head
    tail = next((n for n in range(rest) if old[-1 - n] != new[-1 - n]), rest)
    first, second = old[head : len(old) - tail], new[head : len(new) - tail]
    if max(len(first), len(second)) > _STATEMENTS:
        raise _TooMany
    for tag, i, j, k, m in SequenceMatcher(None, first, second, autojunk=False).get_opcodes():
        yield tag, i + head, j + head, k + head, m + head


def _paired(old: list[ast.stmt], new: list[ast.stmt]) -> list[tuple[ast.stmt, ast.stmt]] | None:
    """Pair definitions by their names, where some came or went and others were changed."""
    if not all(isinstance(s, _DEFINITIONS) for s in (*old, *new)):
        return None
    names = {s.name: s for s in new if isinstance(s, _DEFINITIONS)}
    return [
        (s, names[s.name]) for s in old
        if isinstance(s, _DEFINITIONS) and s.name in names and type(s) is type(names[s.name])
    ]  # fmt: skip


def _in_statement(
    old: ast.stmt, new: ast.stmt, trail: Trail, place: Place | None
) -> Iterator[Difference]:
    if type(old) is type(new):
        try:
            yield from list(_in_fields(old, new, trail))
            return
        except _Own:
            pass
    yield Difference("stmts", (old,), (new,), trail, place)


def _in_fields(old: ast.AST, new: ast.AST, trail: Trail) -> Iterator[Difference]:
    """Yield the differences below two nodes of one type. Raises _Own when the nodes differ."""
    around = (*trail, (old, new))
    for (_, a), (_, b) in zip(fields(old), fields(new), strict=True):
        if key(a) == key(b):
            continue
        if is_block(a) and is_block(b):
            yield from _in_block(a, b, around)
        elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
            for x, y in zip(a, b, strict=True):
                yield from _in_node(x, y, around)
        else:
            yield from _in_node(a, b, around)


def _in_node(old: object, new: object, trail: Trail) -> Iterator[Difference]:
    if key(old) == key(new):
        return
    if not (isinstance(old, ast.AST) and isinstance(new, ast.AST)):
        raise _Own
    if isinstance(old, ast.stmt | ast.expr_context | ast.operator | ast.cmpop | ast.unaryop):
        raise _Own
    if type(old) is type(new) and not isinstance(old, ast.JoinedStr | ast.boolop):
        try:
            yield from list(_in_fields(old, new, trail))
            return
        except _Own:
            pass
    if not (is_alone(old) and is_alone(new)) or _is_target(old):
        raise _Own
    yield Difference("expr", (old,), (new,), trail)


def _is_target(node: ast.AST) -> bool:
    return isinstance(getattr(node, "ctx", None), ast.Store | ast.Del)
