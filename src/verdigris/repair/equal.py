"""When two ideas are the same: equal compiled code of the function they change.

Only that function is compiled, not its file, and places in the text do not count.
"""

from __future__ import annotations
import __future__

import ast
import hashlib
import marshal
from collections.abc import Sequence

from verdigris.core.parsing import NAME, NOT_PYTHON, hush, placeless
from verdigris.repair.idea import Idea, Splice
from verdigris.repair.source import FUNCTIONS, Source, spliced

Unit = tuple[int, int, str]
"""Where the lines of a definition begin and end, and what must stand before them to compile."""


class Meanings:
    """Tells what ideas for one file come to; knows what the file means as it is."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._as_it_is: dict[Unit, bytes | None] = {}

    def __call__(self, idea: Idea) -> bytes | None:
        """Return a key of the changed code; None when it does not compile, or nothing changes."""
        unit = _unit(self._source, idea)
        if unit not in self._as_it_is:
            self._as_it_is[unit] = _key(self._source, unit, ())
        key = _key(self._source, unit, idea.splices)
        return None if key == self._as_it_is[unit] else key


def _unit(source: Source, idea: Idea) -> Unit:
    """Return the smallest definition that can be compiled by itself and holds all of an idea."""
    low, high = idea.splices[0].start, max(splice.end for splice in idea.splices)
    parts = source.parts_by_line.get(idea.line, ())
    node: ast.AST | None = parts[-1] if parts else None
    found: Unit = (source.shift, len(source.text), "")
    best = False
    while isinstance(node, ast.AST):
        parent = source.parent(node)
        if isinstance(node, ast.stmt) and (lines := source.lines_of(node)):
            whole = lines[0] <= low and high <= lines[1]
            if whole and isinstance(parent, ast.Module) and not best:
                found = (*lines, "")
            elif whole and isinstance(node, FUNCTIONS):
                # Further out may be another function: the last one found counts.
                name = parent.name if isinstance(parent, ast.ClassDef) else ""
                head = f"class {name}:\n" if name else "if 1:\n"
                found, best = (*lines, "" if isinstance(parent, ast.Module) else head), True
        node = parent
    return found


def _key(source: Source, unit: Unit, splices: Sequence[Splice]) -> bytes | None:
    start, end, head = unit
    text = head + spliced(source.text, splices, start, end)
    hush()
    try:
        code = compile(text, NAME, "exec", flags=_flags(source), dont_inherit=True)
    except NOT_PYTHON:
        return None
    content = marshal.dumps(placeless(code), 2)
    return hashlib.blake2b(content, digest_size=16, key=str(start).encode()).digest()


def _flags(source: Source) -> int:
    """Return what the file's own `from __future__` lines ask of the compiler."""
    flags = 0
    for node in source.tree.body:
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            for alias in node.names:
                feature = getattr(__future__, alias.name, None)
                flags |= getattr(feature, "compiler_flag", 0)
        elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            break
    return flags
