"""What a Python annotation promises."""

from __future__ import annotations

import ast
from collections.abc import Set as AbstractSet

_SAFE_TYPES = frozenset(
    ("int", "float", "bool", "Decimal", "date", "datetime", "time", "timedelta", "UUID", "complex")
)


def is_safe(note: ast.expr | None, known: AbstractSet[str] = frozenset()) -> bool:
    """Tell whether a type lets no text through that could break out: a number, a choice."""
    match note:
        case ast.BinOp(op=ast.BitOr(), left=left, right=right):
            return all(_is_none(each) or is_safe(each, known) for each in (left, right))
        case ast.Subscript(value=value, slice=inner):
            kind = last_name(value)
            if kind == "Literal":
                return True
            inside = inner.elts if isinstance(inner, ast.Tuple) else [inner]
            containers = (
                "Optional", "list", "List", "Sequence", "Iterable", "set", "Set", "tuple",
                "Tuple", "Annotated", "Collection", "frozenset",
            )  # fmt: skip
            first = inside[:1] if kind == "Annotated" else inside
            return kind in containers and all(
                is_safe(each, known) or _is_ellipsis(each) for each in first
            )
        case ast.Constant(value=str(quoted)):
            try:
                return is_safe(ast.parse(quoted, mode="eval").body, known)
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                return False
        case None:
            return False
    return last_name(note) in _SAFE_TYPES or last_name(note) in known


def last_name(node: ast.AST | None) -> str | None:
    if isinstance(node, ast.Call):
        node = node.func
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else None


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_ellipsis(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is ...
