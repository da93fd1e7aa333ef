"""Whether the policy could block a change at all, told in a fraction of a millisecond.

For a search, which tries thousands of edits of one file. The policy grants every kind of operation
that a file had before, and knows an operation by the names it is reached by. So an edit whose lines
name and reach nothing that the file did not name or reach needs no closer look. Where in doubt the
answer is yes, and the policy is asked.
"""

from __future__ import annotations

import ast
import builtins
import keyword
import re
from collections.abc import Iterator
from functools import lru_cache

from verdigris.core.change import Change
from verdigris.core.parsing import NOT_PYTHON
from verdigris.core.syntax import is_python
from verdigris.settings import Checks

_CHAIN = re.compile(r"[^\W\d]\w*(?:\s*\.\s*[^\W\d]\w*)*|(?<=\.)\s*[^\W\d]\w*")
_TEXT = re.compile(r"""(['"])((?:(?!\1)[^\\\n])*)\1""")
_DANGEROUS = frozenset(
    ("breakpoint", "compile", "copyright", "credits", "delattr", "eval", "exec", "exit", "getattr",
     "globals", "help", "input", "license", "locals", "open", "quit", "setattr", "type", "vars")
)  # fmt: skip
_METHODS = frozenset(
    f".{name}"
    for kind in (str, bytes, list, dict, set, int, float)
    for name in dir(kind)
    if not name.startswith("_")
)
_HARMLESS = frozenset(
    name for name in dir(builtins) if name not in _DANGEROUS and not name.startswith("_")
) | (frozenset(keyword.kwlist) - {"import"} | {"default", "encoding", "key", "reverse", "start"})


def may_be_blocked(change: Change, checks: Checks) -> bool:
    """Tell whether the policy has to be asked about a change."""
    if checks.also_block:
        return True
    for edit in change.edits:
        if edit.before is None or edit.after is None or not is_python(edit.path):
            return True
        known = _known(edit.before)
        if known is None or any(
            word not in known for word in _named(_changed_lines(edit.before, edit.after), known)
        ):
            return True
    return False


def _named(lines: str, known: frozenset[str]) -> Iterator[str]:
    """Yield what lines name, as `_known` writes it, but for what is harmless anywhere.

    Texts that the file has already are no names; the words of others count as such.
    """
    lines = _TEXT.sub(lambda m: "''" if f"text {m.group(2)}" in known else m.group(), lines)
    for match in _CHAIN.finditer(lines):
        first, *rest = (part.strip() for part in match.group().split("."))
        reached = lines[: match.start()].rstrip().endswith(".")
        if reached:
            rest = [first, *rest]
        elif first in _DANGEROUS or first.startswith("__"):
            yield f"dangerous {first}"
        elif first not in _HARMLESS:
            yield first
        if rest and f"import {first}" in known and not reached:
            yield ".".join((first, *rest))
        else:
            yield from (f".{name}" for name in rest if f".{name}" not in _METHODS)


@lru_cache(maxsize=64)
def _known(text: str) -> frozenset[str] | None:
    """Return what a Python text names: `name`, `.attribute`, `import name`, and in full what is
    reached through an import; None for a text that is no Python.
    """
    try:
        tree = ast.parse(text)
    except NOT_PYTHON:
        return None
    found: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
                found.add(name)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                found.add(node.name)
            case ast.Attribute():
                found.update((f".{node.attr}", ast.unparse(node)))
            case ast.Constant(value=str(said)):
                found.add(f"text {said}")
            case ast.alias():
                found.add(f"import {(node.asname or node.name).partition('.')[0]}")
    return frozenset(found)


def _changed_lines(before: str, after: str) -> str:
    """Return the lines of a text that are not as before, from the first to the last of them."""
    old, new = before.splitlines(), after.splitlines()
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    return "\n".join(new[start : len(new) - end])
