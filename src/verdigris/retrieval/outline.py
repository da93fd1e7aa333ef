"""The functions and classes of a Python text: where each begins and ends, and what it calls."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from verdigris.core.parsing import NOT_PYTHON


@dataclass(frozen=True)
class Item:
    name: str
    """Dotted inside the file: `Stack.push`."""
    line: int
    end: int
    uses: frozenset[str]
    """Simple names it reads or calls, attributes included."""
    is_class: bool = False

    @property
    def simple(self) -> str:
        return self.name.rpartition(".")[2]


def outline(text: str) -> list[Item]:
    """Return the definitions of a text, outermost first; nothing for a text that does not parse."""
    try:
        tree = ast.parse(text)
    except NOT_PYTHON:
        return []
    items: list[Item] = []
    _collect(tree.body, "", items)
    return items


def function_body(text: str, name: str) -> tuple[int, int] | None:
    """Return the first and last line of a function's body, behind its docstring, by dotted name.

    None where there is no such function, or its body shares a line with something else.
    """
    try:
        found: ast.AST | None = ast.parse(text)
    except NOT_PYTHON:
        return None
    for part in name.split("."):
        inside = getattr(found, "body", ())
        found = next((node for node in inside if getattr(node, "name", "") == part), None)
    if not isinstance(found, ast.FunctionDef | ast.AsyncFunctionDef):
        return None
    body = found.body[1:] if ast.get_docstring(found) is not None else found.body
    if not body:
        return None
    first = body[0]
    before = text.splitlines()[first.lineno - 1].encode()[: first.col_offset]
    return None if before.strip() else (first.lineno, found.end_lineno or first.lineno)


def _collect(body: list[ast.stmt], prefix: str, items: list[Item]) -> None:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = f"{prefix}{node.name}"
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            is_class = isinstance(node, ast.ClassDef)
            items.append(Item(name, first, node.end_lineno or node.lineno, _uses(node), is_class))
            if isinstance(node, ast.ClassDef):
                _collect(node.body, f"{name}.", items)
        elif isinstance(node, ast.If | ast.Try | ast.With):
            _collect(node.body, prefix, items)


def _uses(node: ast.AST) -> frozenset[str]:
    found = set()
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name):
            found.add(inner.id)
        elif isinstance(inner, ast.Attribute):
            found.add(inner.attr)
    return frozenset(found)


def source_of(text: str, item: Item) -> str:
    return "\n".join(text.splitlines()[item.line - 1 : item.end]) + "\n"
