"""Cutting a short program out of a failing test: the test itself and what it needs of its module.

Nothing is run here. What comes out is for people: it shows the failure when it is run in the
project's folder. Where a test needs more than its module, as fixtures do, it is for pytest.
"""

from __future__ import annotations

import ast

from verdigris.core.parsing import NOT_PYTHON
from verdigris.core.report import TestResult
from verdigris.core.syntax import is_python
from verdigris.core.text import one_line

LONGEST = 4_000
"""Characters; what is longer is no short program."""
_KEPT_METHODS = ("setUp", "tearDown", "setUpClass", "tearDownClass", "setup_method")
_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def reproduction(text: str | None, failure: TestResult) -> str:
    """Return a program that shows a failure, or an empty string where none can be cut out."""
    path, _, rest = failure.id.partition("::")
    names = rest.partition("[")[0].split("::")
    if text is None or not is_python(path) or not names[0]:
        return ""
    try:
        return _cut(text, failure, names)
    except NOT_PYTHON:
        return ""


def _cut(text: str, failure: TestResult, names: list[str]) -> str:
    # Python ends lines here and nowhere else; splitlines() also does at a form feed and others.
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    module = ast.parse("\n".join(lines))
    test = next((n for n in module.body if isinstance(n, _Definition) and n.name == names[0]), None)
    if test is None:
        return ""
    body = _without_other_tests(lines, test, names[1:])
    if body is None:
        return ""
    needed = _needed(module, test, _names(ast.parse(body)))
    alone = isinstance(test, ast.FunctionDef) and not _arguments(test) and not test.decorator_list
    how = f"python, in the project's folder; else: pytest '{failure.id}'" if alone else (
        f"pytest '{failure.id}'"
    )  # fmt: skip
    head = f"# Fails: {one_line(failure.reason, 200)}\n# Run by: {one_line(how, 300)}\n"
    parts = [_source(lines, node) for node in needed]
    call = f"\n\n{test.name}()\n" if alone else ""
    made = head + "\n".join(parts) + f"\n\n\n{body}" + call
    return made if len(made) <= LONGEST else ""


def _source(lines: list[str], node: ast.stmt) -> str:
    return "\n".join(lines[_begin(node) - 1 : node.end_lineno])


def _begin(node: ast.stmt) -> int:
    """Return the first line of a statement, that of its decorators if it has any."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(one.lineno for one in decorators)])


def _without_other_tests(lines: list[str], test: _Definition, inside: list[str]) -> str | None:
    """Return the source of a test; of a class, its head, what sets it up, and the one method."""
    if not isinstance(test, ast.ClassDef):
        return _source(lines, test)
    wanted = {*inside, *_KEPT_METHODS}
    called = {
        node.attr for node in ast.walk(test)
        if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == "self"
    }  # fmt: skip
    kept = [
        node
        for node in test.body
        if not isinstance(node, _Definition)
        or node.name in wanted
        or (node.name in called and not node.name.startswith("test"))
    ]
    if not inside or not any(isinstance(n, _Definition) and n.name == inside[0] for n in kept):
        return None
    head = lines[_begin(test) - 1 : _begin(test.body[0]) - 1]
    return "\n".join([*head, *(_source(lines, node) for node in kept)])


def _arguments(test: ast.FunctionDef) -> list[ast.arg]:
    return [*test.args.posonlyargs, *test.args.args, *test.args.kwonlyargs]


def _needed(module: ast.Module, test: ast.stmt, names: set[str]) -> list[ast.stmt]:
    """Return the statements of the module that bind what is used, and what these use, in order."""
    found: set[int] = set()
    while True:
        more = [
            number
            for number, node in enumerate(module.body)
            if number not in found and node is not test and (_is_star(node) or _binds(node) & names)
        ]
        if not more:
            return [module.body[number] for number in sorted(found)]
        found.update(more)
        for number in more:
            names |= _names(module.body[number])


def _is_star(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names)


def _binds(node: ast.stmt) -> set[str]:
    if isinstance(node, ast.Import | ast.ImportFrom):
        return {(alias.asname or alias.name).partition(".")[0] for alias in node.names}
    if isinstance(node, _Definition):
        return {node.name}
    return {
        n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    }


def _names(tree: ast.AST) -> set[str]:
    """Return the names that some code uses, a test's arguments among them: they may be fixtures."""
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return used | {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
