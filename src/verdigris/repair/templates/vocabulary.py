"""Which words of a program mean the same everywhere, and which are the project's own."""

from __future__ import annotations

import ast
import builtins
import collections
import sys
from collections.abc import Iterable

BUILTINS = frozenset(dir(builtins)) | {"self", "cls"}
_TYPES = (
    str, bytes, list, dict, set, frozenset, tuple, int, float, bytearray, collections.deque,
    collections.Counter, collections.OrderedDict,
)  # fmt: skip
METHODS = frozenset(name for kind in _TYPES for name in dir(kind) if not name.startswith("_"))
SMALL: tuple[object, ...] = (None, True, False, 0, 1, 2, -1, 0.0, 1.0, "", " ", b"")
"""Constants that mean something by themselves."""


def is_small(value: object) -> bool:
    return any(value is one or (type(value) is type(one) and value == one) for one in SMALL)


def library_names(tree: ast.Module) -> dict[str, str]:
    """Return the names a file imports from the standard library, each with its import."""
    found: dict[str, str] = {}
    for node in tree.body:
        if isinstance(node, ast.Import):
            for alias in node.names:
                if _is_library(alias.name) and (alias.asname or "." not in alias.name):
                    found[alias.asname or alias.name] = ast.unparse(ast.Import([alias]))
        elif isinstance(node, ast.ImportFrom) and is_library_import(node):
            for alias in node.names:
                if alias.name != "*":
                    single = ast.ImportFrom(node.module, [alias], 0)
                    found[alias.asname or alias.name] = ast.unparse(single)
    return found


def is_library_import(node: ast.Import | ast.ImportFrom) -> bool:
    if isinstance(node, ast.ImportFrom):
        return not node.level and _is_library(node.module or "")
    return all(_is_library(alias.name) for alias in node.names)


def _is_library(module: str) -> bool:
    return module.partition(".")[0] in sys.stdlib_module_names


def identifiers(nodes: Iterable[ast.AST]) -> set[str]:
    """Return the names that stand in code as bare words: parameters, functions, handlers."""
    found: set[str] = set()
    for top in nodes:
        for node in ast.walk(top):
            match node:
                case ast.arg(arg=name) | ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                    found.add(name)
                case ast.AsyncFunctionDef(name=name):
                    found.add(name)
                case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)):
                    found.add(name)
                case ast.Global(names=names) | ast.Nonlocal(names=names):
                    found.update(names)
    return found
