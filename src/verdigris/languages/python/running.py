"""What a statement at the top level of a module does when the module is imported."""

from __future__ import annotations

import ast

from verdigris.languages.python.text import FUNCTIONS, bound, is_docstring, is_guard, loaded

_DECLARES = (*FUNCTIONS, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Pass)
_ACTS = ("print", "input", "breakpoint", "exit", "quit", "open", "pprint")
_STARTS = (
    "run", "serve_forever", "mainloop", "parse_args", "parse_known_args", "listen", "run_forever",
    "exit", "run_app", "start",
)  # fmt: skip
_TESTS = ("unittest", "pytest", "doctest")


def binds(node: ast.stmt) -> set[str]:
    """Return the names that a statement binds in the module itself."""
    if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
        return {node.name}
    return bound(node)


def is_test(node: ast.stmt) -> bool:
    if isinstance(node, FUNCTIONS):
        return node.name.startswith("test_")
    if isinstance(node, ast.ClassDef):
        return any("TestCase" in ast.unparse(base) for base in node.bases)
    return isinstance(node, ast.Assert)


def only_tests(node: ast.stmt) -> bool:
    """Tell whether an import or a guard is there for tests alone."""
    match node:
        case ast.Import(names=names):
            return all(alias.name.partition(".")[0] in _TESTS for alias in names)
        case ast.ImportFrom(module=str(module)):
            return module.partition(".")[0] in _TESTS
        case ast.If() if is_guard(node):
            return all(map(_tests, node.body))
        case _:
            return False


def _tests(node: ast.stmt) -> bool:
    names = loaded(node)
    return (
        isinstance(node, ast.Import | ast.ImportFrom | ast.Assert | ast.Pass)
        or bool(names & {*_TESTS})
        or any(name.startswith(("test_", "run_tests", "Test")) for name in names)
    )


def runs(node: ast.stmt, own: set[str]) -> bool:
    """Tell whether a statement does something beyond saying what there is.

    `own` are the names that the module defines.
    """
    if isinstance(node, _DECLARES) or is_docstring(node) or is_guard(node):
        return False
    match node:
        case ast.Expr(value=ast.Call(func=ast.Name(id=name))):
            # `_register_all()` is part of a module's definition; `greet("Bob")` is an example.
            return name in _ACTS or (name in own and not name.startswith("_"))
        case ast.Expr(value=ast.Call(func=ast.Attribute())):
            return _acts(node) or not loaded(node) - {"self"}
        case ast.Raise():
            return True
        case _:
            return _acts(node)


def _acts(node: ast.stmt) -> bool:
    """Tell whether a statement prints, waits, starts, or reads what is given to a program."""
    for inner in ast.walk(node):
        match inner:
            case ast.Call(func=ast.Name(id=name)) if name in _ACTS:
                return True
            case ast.Call(func=ast.Attribute(attr=attr)) if attr in _STARTS:
                return True
            case ast.Attribute(value=ast.Name(id="sys"), attr="argv" | "stdin"):
                return True
            case _:
                pass
    return False


def starting(node: ast.stmt) -> bool:
    """Tell whether a statement that runs is no example: it starts, reads or prepares something."""
    match node:
        case ast.Expr(value=ast.Call(func=ast.Name(id="print"))):
            return False
        case ast.Expr(value=ast.Call(func=ast.Name(id=name), args=[], keywords=[])):
            return not name.startswith(("main", "demo", "example", "test", "run_"))
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr=attr))):
            return attr in _STARTS
        case ast.Raise():
            return True
        case _:
            return False


def calls_main(node: ast.stmt) -> bool:
    """Tell whether a statement is `main()`, or one that ends the program with what it returns."""
    match node:
        case ast.Expr(value=ast.Call(func=ast.Name(id="main"))):
            return True
        case ast.Expr(value=ast.Call(args=[ast.Call(func=ast.Name(id="main"))])):
            return True
        case _:
            return False


def is_example(node: ast.stmt, own: set[str]) -> bool:
    """Tell whether an assignment keeps what the module's own function gave, to show it."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=ast.Name(id=called))):
            return called in own and not name.isupper() and not name.startswith("_")
        case _:
            return False
