"""Sees to it that a program is given what its user typed.

Small models like to take "no list of arguments" for "no arguments", and to call `main()` with
nothing: then the program works in every test of `main`, and never when it is started.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from verdigris.languages.python.text import is_docstring, is_guard, parse

_TYPED = "sys.argv[1:]"


def with_arguments(text: str) -> str:
    """Return a program whose `main`, where it takes a list of arguments, is given that of the user.

    Only `main()` at its start, and an empty list in place of none, are changed.
    """
    tree = parse(text) if "\r" not in text else None  # Python would count other lines
    main = next((one for one in tree.body if _is_main(one)), None) if tree else None
    if tree is None or not isinstance(main, ast.FunctionDef | ast.AsyncFunctionDef):
        return text
    taken = _list_of(main)
    if not taken:
        return text
    guards = [node for node in tree.body if is_guard(node)]
    calls = [_after_name(call) for guard in guards for call in _bare_calls(guard)]
    lists = [_span(value) for value in _empty_in_place_of_none(main, taken)]
    lines = text.encode().split(b"\n")
    for row, start, end in sorted([*calls, *lists], reverse=True):
        line = lines[row]
        given = f"({_TYPED})" if line[start:end] == b"()" else _TYPED
        lines[row] = line[:start] + given.encode() + line[end:]
    if (calls or lists or _reads_sys(guards)) and not _binds_sys(tree, guards=not lists):
        lines.insert(_first_row(tree), b"import sys")
    return b"\n".join(lines).decode()


def _is_main(node: ast.stmt) -> bool:
    return getattr(node, "name", "") == "main"


def _list_of(main: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    """Return the name of the only parameter, where it may stand for the arguments."""
    given = [*main.args.posonlyargs, *main.args.args]
    if len(given) != 1 or main.args.vararg or main.args.kwonlyargs:
        return ""
    match main.args.defaults:
        case [] | [ast.Constant(value=None)] | [ast.List(elts=[]) | ast.Tuple(elts=[])]:
            return given[0].arg
        case _:
            return ""


def _bare_calls(guard: ast.stmt) -> list[ast.Call]:
    return [
        node
        for node in ast.walk(guard)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "main"
        and not node.args
        and not node.keywords
        and node.lineno == node.end_lineno
    ]


def _after_name(call: ast.Call) -> tuple[int, int, int]:
    """Return row, start and end, in bytes, of the empty parentheses of a call."""
    return call.lineno - 1, call.func.end_col_offset or 0, call.end_col_offset or 0


def _span(node: ast.expr) -> tuple[int, int, int]:
    return node.lineno - 1, node.col_offset, node.end_col_offset or 0


def _empty_in_place_of_none(
    main: ast.FunctionDef | ast.AsyncFunctionDef, taken: str
) -> list[ast.expr]:
    """Return the empty lists that `main` goes on with when it is given None."""
    found: list[ast.expr] = []
    for node in ast.walk(main):
        match node:
            case ast.If(
                test=ast.Compare(
                    left=ast.Name(id=asked), ops=[ast.Is()], comparators=[ast.Constant(value=None)]
                ),
                body=[ast.Assign(targets=[ast.Name(id=name)], value=ast.List(elts=[]) as value)],
            ) if asked == name == taken:
                found.append(value)
            case _:
                pass
    return found


def _reads_sys(guards: Sequence[ast.stmt]) -> bool:
    return any(
        isinstance(node, ast.Name) and node.id == "sys"
        for guard in guards
        for node in ast.walk(guard)
    )


def _binds_sys(tree: ast.Module, *, guards: bool) -> bool:
    """Tell whether `sys` is imported; `guards` where it is enough that the start does so."""
    return any(
        alias.name == "sys" and alias.asname is None
        for top in tree.body
        for node in (ast.walk(top) if guards and is_guard(top) else (top,))
        if isinstance(node, ast.Import)
        for alias in node.names
    )


def _first_row(tree: ast.Module) -> int:
    """Return the line before which an import can stand: after a docstring and `__future__`."""
    row = 0
    for node in tree.body:
        future = isinstance(node, ast.ImportFrom) and node.module == "__future__"
        if not future and not (row == 0 and is_docstring(node)):
            break
        row = node.end_lineno or row
    return row
