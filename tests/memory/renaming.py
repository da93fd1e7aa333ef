"""Any small project with every name that it chose replaced by another: files, functions, variables.

Names of the language, of builtin types and of what is imported from elsewhere stay.
"""

from __future__ import annotations

import ast
import builtins
import keyword
import re
import sys
from pathlib import Path

_KEPT = {
    "self",
    "cls",
    "pytest",
    "conftest",
    "src",
    "tests",
    "main",
    *dir(builtins),
    *keyword.kwlist,
}
_KEPT |= {name for kind in (str, list, dict, set, tuple, int, float, bytes) for name in dir(kind)}


def renamed(root: Path, target: Path) -> Path:
    """Write the project below another folder; return that folder."""
    files = {path.relative_to(root): path.read_text() for path in sorted(root.rglob("*.py"))}
    modules = {part for path in files for part in (*path.parts[:-1], path.stem)}
    names = set().union(*(_bound(ast.parse(text)) for text in files.values())) | modules
    foreign = set().union(*(_imported(ast.parse(text), modules) for text in files.values()))
    other = {name: _other(name) for name in names - _KEPT - foreign if not name.startswith("__")}
    for path, text in files.items():
        parts = [other.get(part, part) for part in (*path.parts[:-1], path.stem)]
        place = target.joinpath(*parts).with_suffix(".py")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(re.sub(r"\b[A-Za-z_]\w*\b", lambda m: other.get(m[0], m[0]), text))
    return target


def _other(name: str) -> str:
    head, _, tail = name.partition("_")
    return f"test_quo_{tail}" if head == "test" else f"quo_{name}"


def _bound(tree: ast.AST) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.arg(arg=name):
                found.add(name)
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                found.add(name)
    return found


def _imported(tree: ast.AST, modules: set[str]) -> set[str]:
    """Return the names that come from outside of the project."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            outside = getattr(node, "module", None) or node.names[0].name
            if outside.partition(".")[0] not in modules or outside in sys.stdlib_module_names:
                found |= {alias.asname or alias.name for alias in node.names} | {outside}
    return found
