"""What a text defines, by name, also where it does not parse: so code finds its file."""

from __future__ import annotations

import ast
import re

from verdigris.core.parsing import NOT_PYTHON
from verdigris.core.syntax import Dialect, dialect, is_python

_BROKEN = re.compile(r"^\s*(?:async\s+def|def|class)\s+(\w+)", re.MULTILINE)
_BROKEN_SCRIPT = re.compile(
    r"^\s*(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:function\*?|class|const|let|var)\s+(\w+)",
    re.MULTILINE,
)


def defined(path: str, text: str) -> set[str]:
    """Return the functions, classes, methods and constants of a text, by what its path says."""
    if is_python(path):
        return _of_python(text)
    if kind := dialect(path):
        return _of_script(text, kind)
    return set()


def _of_python(text: str) -> set[str]:
    try:
        tree = ast.parse(text.removeprefix("\ufeff"))
    except NOT_PYTHON:
        return set(_BROKEN.findall(text))
    found: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            found.update(
                f.name for f in node.body if isinstance(f, ast.FunctionDef | ast.AsyncFunctionDef)
            )
        elif isinstance(node, ast.Assign):
            found.update(t.id for t in node.targets if isinstance(t, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
    return found


def _of_script(text: str, kind: Dialect) -> set[str]:
    from verdigris.edits.script_items import defined_names

    return defined_names(text, kind) or set(_BROKEN_SCRIPT.findall(text))
