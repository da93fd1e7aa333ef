"""A module with the imports that it lacks: of other parts, which it may repeat, and of Python.

A small model that is shown `store.py` copies `load` and `save` into `main.py`, or calls them and
does not say where they are. Of copies only those are taken out that are the same and mean the same
there: nothing changes in what is done.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Mapping, Sequence

from verdigris.languages.python.cleaning import without
from verdigris.languages.python.running import binds
from verdigris.languages.python.text import (
    FUNCTIONS,
    free,
    is_docstring,
    is_name,
    loaded,
    module_of,
    parse,
    with_lines,
)
from verdigris.languages.python.unbound import unbound, with_imports

_OF_THE_MODULE = ("__name__", "__file__", "__doc__", "__package__", "globals")
_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def completed(text: str, others: Mapping[str, str]) -> str:
    """Return a text with the imports that it lacks: of other modules, by path, before Python's own.

    What it repeats of other modules is imported from there as well.
    """
    tree = parse(text)
    if tree is None:
        return text
    lacking = set(unbound(text))
    gone: list[ast.stmt] = []
    lines: list[str] = []
    for path, other in others.items():
        module, there = module_of(path), parse(other)
        if not all(map(is_name, module.split("."))):
            continue
        copies = [node for node in _copies(tree, there) if node not in gone]
        gone += copies
        names = {node.name for node in copies} | (_definitions(there).keys() & lacking)
        lacking -= names
        if names:
            lines.append(f"from {module} import {', '.join(sorted(names))}")
    if gone:
        text = without(text, tree, [*gone, *_spare(tree, gone)])
    return with_imports(with_lines(text, lines))


def _spare(tree: ast.Module, gone: Sequence[ast.stmt]) -> list[ast.stmt]:
    """Return the imports that nothing has a use for but the statements that are taken out."""
    kept = [node for node in tree.body if node not in gone]
    used = {name for node in kept for name in loaded(node)}
    had = {name for node in gone for name in loaded(node)}
    return [
        node for node in kept if _is_import(node) and binds(node) & had and not binds(node) & used
    ]


def _copies(tree: ast.Module | None, other: ast.Module | None) -> list[_Definition]:
    """Return the definitions of a module that stand in another one, word for word."""
    theirs, mine = _definitions(other), _definitions(tree)
    same = {
        name
        for name in mine.keys() & theirs.keys()
        if _plain(mine[name]) == _plain(theirs[name]) and not _is_bound_to_its_place(mine[name])
    }
    known = {name for name, _ in _imported(tree) & _imported(other)}
    needs = {name: free([mine[name]]) for name in same}
    while lost := {name for name in same if not needs[name] <= known | same}:
        same -= lost  # it reads something of its own module
    return [mine[name] for name in mine if name in same]


def _is_bound_to_its_place(node: _Definition) -> bool:
    """Tell whether a definition would do something else in another module."""
    return any(
        isinstance(one, ast.Global) or (isinstance(one, ast.Name) and one.id in _OF_THE_MODULE)
        for one in ast.walk(node)
    )


def _definitions(tree: ast.Module | None) -> dict[str, _Definition]:
    """Return what a module defines at its top level, as far as a name is bound once."""
    nodes = tree.body if tree else []
    times = Counter(name for node in nodes for name in binds(node))
    return {
        node.name: node
        for node in nodes
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)) and times[node.name] == 1
    }


def _plain(node: _Definition) -> str:
    """Return a definition without its docstring and its layout."""
    body = [one for one in node.body if not is_docstring(one)] or node.body
    head = ast.unparse(node).partition("\n")[0] if not node.decorator_list else ast.dump(node)
    return "\n".join([head, *map(ast.unparse, body)])


def _imported(tree: ast.Module | None) -> set[tuple[str, str]]:
    """Return the names that a module imports, each with the statement that does."""
    return {
        (name, ast.unparse(node))
        for node in (tree.body if tree else ())
        if _is_import(node)
        for name in binds(node)
    }


def _is_import(node: ast.stmt) -> bool:
    return isinstance(node, ast.Import | ast.ImportFrom)
