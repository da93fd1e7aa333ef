"""Syntax trees compared and taken apart, whatever their formatting. Knows holes, makes none."""

from __future__ import annotations

import ast
import copy
import warnings
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, TypeGuard

from verdigris.core.template import HOLE, Form, Template

IGNORED = frozenset(("ctx", "type_comment", "kind", "type_ignores"))
"""Fields that do not matter for what code means."""
NOT_ALONE = (ast.Slice, ast.Starred, ast.FormattedValue)
"""Expressions to the tree that make no sense by themselves."""
Key = tuple[Any, ...]


def key(node: object) -> Key:
    """Return a value that is equal for equal code. A node must not be changed afterwards."""
    if isinstance(node, ast.AST):
        return _node_key(node)
    if isinstance(node, list):
        return tuple(map(key, node))
    return (type(node).__name__, repr(node))


@lru_cache(maxsize=16384)  # asked again and again on the way down two trees
def _node_key(node: ast.AST) -> Key:
    return (type(node).__name__, *(key(value) for _, value in fields(node)))


def fields(node: ast.AST) -> list[tuple[str, Any]]:
    return [(name, getattr(node, name, None)) for name in node._fields if name not in IGNORED]


def is_alone(node: object) -> TypeGuard[ast.expr]:
    """Tell whether a node is an expression that can stand by itself."""
    return isinstance(node, ast.expr) and not isinstance(node, NOT_ALONE)


def is_block(value: object) -> TypeGuard[list[ast.stmt]]:
    return isinstance(value, list) and bool(value) and isinstance(value[0], ast.stmt)


def is_chain(node: object) -> TypeGuard[ast.Name | ast.Attribute]:
    """Tell whether a node is a name, or attributes of one: `self.items`."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def root_of(node: ast.AST) -> str:
    """Return the name that a chain of attributes begins with; nothing where it is no chain."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def chains(node: ast.AST) -> Iterator[ast.Name | ast.Attribute]:
    """Yield the names and chains of attributes in some code, and what they begin with."""
    for inner in ast.walk(node):
        if is_chain(inner):
            yield inner


def size(node: ast.AST) -> int:
    """Count the nodes that carry meaning."""
    skipped = (ast.expr_context, ast.operator, ast.cmpop, ast.boolop, ast.unaryop)
    return sum(not isinstance(inner, skipped) for inner in ast.walk(node))


def hole_of(node: object) -> str:
    """Return the hole that a node, a statement or an identifier of a template is; else nothing."""
    if isinstance(node, ast.Expr):
        node = node.value
        if not (isinstance(node, ast.Name) and node.id[1:2] in ("s", "r")):
            return ""
    if isinstance(node, ast.Name):
        node = node.id
    return node if isinstance(node, str) and HOLE.fullmatch(node) else ""


def holes_in(text: str) -> list[str]:
    """Return the holes of one side of a template, in order of appearance."""
    return list(dict.fromkeys(match.group() for match in HOLE.finditer(text)))


def parse(text: str) -> ast.Module:
    """Parse a text without complaints about its escapes. Raises what `ast.parse` raises."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text)


def sides(template: Template) -> tuple[tuple[ast.AST, ...], tuple[ast.AST, ...]]:
    """Return the trees of a template: one expression each, or statements. Not to be changed.

    Raises ValueError or SyntaxError for a template that no one here has made.
    """
    return _side(template.form, template.before), _side(template.form, template.after)


@lru_cache(maxsize=4096)
def _side(form: Form, text: str) -> tuple[ast.AST, ...]:
    body = parse(text).body
    if form == "stmts":
        return tuple(body)
    if len(body) != 1 or not isinstance(body[0], ast.Expr):
        raise ValueError("not an expression")
    return (body[0].value,)


def shape(template: Template) -> str:
    """Return what kinds of code a template has on its sides: templates of one shape may merge."""
    return " > ".join(
        ",".join("hole" if hole_of(node) else type(node).__name__ for node in side)
        for side in sides(template)
    )


def unparse(nodes: Sequence[ast.AST]) -> str:
    """Return the text of made nodes, which have no places yet."""
    return "\n".join(ast.unparse(ast.fix_missing_locations(node)) for node in nodes)


def renewed(node: ast.AST, **changes: Any) -> ast.AST:
    """Return a shallow copy of a node with some fields changed."""
    made = copy.copy(node)
    for name, value in changes.items():
        setattr(made, name, value)
    return made
