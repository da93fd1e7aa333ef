"""Where a template's old side fits some code, and what its holes stand for there.

Matching goes forward and back: holes for statements can be filled in several ways. All of it is
lazy, so whoever asks says how many ways are enough.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Any

from verdigris.repair.templates.trees import (
    Key,
    chains,
    fields,
    hole_of,
    is_alone,
    is_block,
    key,
    root_of,
)
from verdigris.repair.templates.vocabulary import BUILTINS

Filling = ast.expr | str | tuple[ast.stmt, ...]
Bound = dict[str, Filling]
"""What each hole stands for: code, a bare name, or statements."""
Uses = dict[str, tuple[str, ...]]
_DEFINITIONS = (
    ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom,
)  # fmt: skip
_NO_VALUE = BUILTINS - {"self", "cls"}


def match_expression(pattern: ast.AST, node: ast.AST) -> Iterator[Bound]:
    yield from _match(pattern, node, {}, {})


def match_statements(
    pattern: Sequence[ast.AST], block: Sequence[ast.stmt], uses: Uses
) -> Iterator[tuple[Bound, int]]:
    """Yield each way the pattern fits the beginning of a block, and how much of it that takes."""
    yield from _match_run(tuple(pattern), tuple(block), 0, {}, uses)


def _match(pattern: Any, node: Any, bound: Bound, uses: Uses) -> Iterator[Bound]:
    if hole := hole_of(pattern):
        yield from _fill(hole, node, bound)
    elif isinstance(pattern, ast.AST):
        if type(pattern) is not type(node):
            return
        found = False
        for one in _match_fields(pattern, node, bound, uses):
            found = True
            yield one
        if not found and (turned := _turned(node)) is not None:
            yield from _match_fields(pattern, turned, bound, uses)
    elif isinstance(pattern, list):
        if isinstance(node, list):
            yield from _match_list(pattern, node, bound, uses)
    elif type(pattern) is type(node) and pattern == node:
        yield bound


def _match_fields(pattern: ast.AST, node: ast.AST, bound: Bound, uses: Uses) -> Iterator[Bound]:
    pairs = [(a, b) for (_, a), (_, b) in zip(fields(pattern), fields(node), strict=True)]
    yield from _match_pairs(pairs, bound, uses)


def _match_pairs(pairs: Sequence[tuple[Any, Any]], bound: Bound, uses: Uses) -> Iterator[Bound]:
    if not pairs:
        yield bound
        return
    (pattern, node), *rest = pairs
    for one in _match(pattern, node, bound, uses):
        yield from _match_pairs(rest, one, uses)


def _match_list(pattern: list[Any], node: list[Any], bound: Bound, uses: Uses) -> Iterator[Bound]:
    if is_block(pattern) or is_block(node):
        for one, _ in _match_run(tuple(pattern), tuple(node), 0, bound, uses, whole=True):
            yield one
    elif len(pattern) == len(node):
        yield from _match_pairs(list(zip(pattern, node, strict=True)), bound, uses)


def _match_run(
    pattern: tuple[Any, ...],
    block: tuple[ast.stmt, ...],
    at: int,
    bound: Bound,
    uses: Uses,
    *,
    whole: bool = False,
) -> Iterator[tuple[Bound, int]]:
    """Match statements from one place on; to the end of the block where it has to be `whole`."""
    if not pattern:
        if at == len(block) or not whole:
            yield bound, at
        return
    first, rest = pattern[0], pattern[1:]
    hole = hole_of(first)
    if not hole or hole[1] not in "sr":
        if at < len(block):
            for one in _match(first, block[at], bound, uses):
                yield from _match_run(rest, block, at + 1, one, uses, whole=whole)
        return
    for length in [1] if hole[1] == "s" else _lengths(rest, block, at, whole):
        if at + length <= len(block):
            for one in _fill_run(hole, block[at : at + length], bound, uses):
                yield from _match_run(rest, block, at + length, one, uses, whole=whole)


def _lengths(
    rest: tuple[Any, ...], block: tuple[ast.stmt, ...], at: int, whole: bool
) -> Iterator[int]:
    """Yield how many statements a hole for any number may take, for what comes after it to fit."""
    most = len(block) - at
    if not rest and whole:
        yield most
        return
    following = None if not rest or hole_of(rest[0]) else type(rest[0])
    for length in range(most, -1, -1):
        if following is None or (length < most and type(block[at + length]) is following):
            yield length


def _fill(hole: str, node: Any, bound: Bound) -> Iterator[Bound]:
    filling = _fitting(hole[1], node)
    if filling is None:
        return
    if hole not in bound:
        yield {**bound, hole: filling}
    elif _same(bound[hole], filling):
        yield bound


def _fitting(letter: str, node: Any) -> Filling | None:
    """Return what a hole would stand for, or None where it does not take the node."""
    if letter == "e":
        return node if is_alone(node) else None
    if letter == "c":
        return node if _is_constant(node) else None
    if isinstance(node, ast.Name):
        return node.id if letter == "n" else None
    return node if isinstance(node, str) else None


def _is_constant(node: Any) -> bool:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node = node.operand
    return isinstance(node, ast.Constant)


def _same(one: Filling, other: Filling) -> bool:
    if isinstance(one, tuple) and isinstance(other, tuple):
        return [key(s) for s in one] == [key(s) for s in other]
    return key(one) == key(other)


def _fill_run(hole: str, block: tuple[ast.stmt, ...], bound: Bound, uses: Uses) -> Iterator[Bound]:
    if hole in bound:
        if _same(bound[hole], block):
            yield bound
        return
    wanted = uses.get(hole, ())
    if wanted and isinstance(next(iter(block), None), _DEFINITIONS):
        return
    yield from _use(wanted, _used(block) if wanted else {}, {**bound, hole: block})


def _used(block: Sequence[ast.stmt]) -> dict[Key, ast.expr]:
    """Return the names and chains that statements work with, what is read before what is set."""
    read: dict[Key, ast.expr] = {}
    written: dict[Key, ast.expr] = {}
    for statement in block:
        called = {n.func for n in ast.walk(statement) if isinstance(n, ast.Call)}
        inner = {
            n.id
            for c in ast.walk(statement)
            if isinstance(c, ast.comprehension)
            for n in ast.walk(c.target)
            if isinstance(n, ast.Name)
        }
        for chain in chains(statement):
            root = root_of(chain)
            if chain not in called and root not in inner and root not in _NO_VALUE:
                into = read if isinstance(chain.ctx, ast.Load) else written
                into.setdefault(key(chain), chain)
    return {**read, **{of: node for of, node in written.items() if of not in read}}


def _use(wanted: Sequence[str], found: dict[Key, ast.expr], bound: Bound) -> Iterator[Bound]:
    """Bind holes that must be used in some statements, to each thing that is."""
    if not wanted:
        yield bound
        return
    hole, *rest = wanted
    if hole in bound:
        if key(bound[hole]) in found:
            yield from _use(rest, found, bound)
        return
    taken = {key(f) for f in bound.values() if isinstance(f, ast.expr)}
    for of, node in found.items():
        filling = _fitting(hole[1], node) if of not in taken else None
        if filling is not None:
            yield from _use(rest, found, {**bound, hole: filling})


def _turned(node: ast.AST) -> ast.AST | None:
    """Return a comparison or product the other way round, where that means the same."""
    match node:
        case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq()], comparators=[right]):
            return ast.Compare(right, node.ops, [left])
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            return ast.BinOp(right, node.op, left)
        case ast.BinOp(left=ast.Constant(value=int() | float()) as left, op=ast.Add()):
            return ast.BinOp(node.right, node.op, left)
        case ast.BinOp(right=ast.Constant(value=int() | float()) as right, op=ast.Add()):
            return ast.BinOp(right, node.op, node.left)
    return None
