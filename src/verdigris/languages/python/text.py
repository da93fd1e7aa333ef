"""Python that a program wrote, as a tree: parsing it, and the names in it. Nothing is run."""

from __future__ import annotations

import ast
import builtins
import keyword
import re
from collections.abc import Iterator, Sequence

from verdigris.core.parsing import NAME, hush
from verdigris.core.parsing import NOT_PYTHON as NOT_PYTHON
from verdigris.core.parsing import parse as parse_any

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
BUILTINS = frozenset(dir(builtins))
_LONGEST = 400_000
_DEEPEST = 400
"""Levels of a tree that are walked: nobody writes more, and walking it again recurses."""
_WIDEST = 10_000
"""Bits of a number: Python reads longer ones in hexadecimal, and then cannot write them."""


def parse(text: str) -> ast.Module | None:
    """Return the tree of a text; None where it is not Python."""
    try:
        return parsed(text)
    except NOT_PYTHON:
        return None


def parsed(text: str) -> ast.Module:
    """Return the tree of a text. Raises one of NOT_PYTHON."""
    if len(text) > _LONGEST:
        raise ValueError("the text is too long")
    tree = parse_any(text.removeprefix("\ufeff"))
    if _depth(tree) > _DEEPEST:
        raise ValueError("it is nested too deeply")
    if any(map(_is_endless, ast.walk(tree))):
        raise ValueError("a number in it is too long")
    return tree


def compile_error(text: str) -> str:
    """Return why a text does not compile; nothing where it does."""
    try:
        compiled(text)
    except SyntaxError as error:
        return f"{error.msg} at line {error.lineno}"
    except NOT_PYTHON as error:
        return str(error) or type(error).__name__
    return ""


def compiled(text: str) -> object:
    """Return the code of a text. Raises one of NOT_PYTHON."""
    hush()
    return compile(parsed(text), NAME, "exec", dont_inherit=True)


def _depth(tree: ast.AST) -> int:
    deepest, waiting = 0, [(tree, 0)]
    while waiting:
        node, depth = waiting.pop()
        deepest = max(deepest, depth)
        waiting.extend((child, depth + 1) for child in ast.iter_child_nodes(node))
    return deepest


def _is_endless(node: ast.AST) -> bool:
    match node:
        case ast.Constant(value=int(number)):
            return number.bit_length() > _WIDEST
        case _:
            return False


def is_name(word: str) -> bool:
    return word.isidentifier() and word.isascii() and not keyword.iskeyword(word)


def identifier(words: str) -> str:
    """Return words as one lower-case identifier: `Todo/store` gives `todo_store`."""
    plain = re.sub(r"[^0-9a-z]+", "_", words.lower()).strip("_")
    return f"n{plain}" if not plain or plain[0].isdigit() else plain


def module_of(path: str) -> str:
    """Return the name a file is imported by: `todo.store`."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def top_level(tree: ast.Module) -> Iterator[ast.stmt]:
    """Yield the statements of a module, also those that stand under `if` and `try`."""
    waiting = list(tree.body)
    while waiting:
        node = waiting.pop(0)
        yield node
        if isinstance(node, ast.If):
            waiting[:0] = [*node.body, *node.orelse]
        elif isinstance(node, ast.Try):
            handled = [inner for handler in node.handlers for inner in handler.body]
            waiting[:0] = [*node.body, *handled, *node.orelse, *node.finalbody]


def loaded(node: ast.AST) -> set[str]:
    """Return the names that a tree reads."""
    return {
        name.id
        for name in ast.walk(node)
        if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Load)
    }


def bound(node: ast.AST) -> set[str]:
    """Return the names that a tree binds anywhere: targets, definitions, arguments, imports."""
    found: set[str] = set()
    for inner in ast.walk(node):
        match inner:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                found.add(name)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                found.add(name)
            case ast.ClassDef(name=name) | ast.arg(arg=name):
                found.add(name)
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                found.update((alias.asname or alias.name).partition(".")[0] for alias in names)
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)):
                found.add(name)
            case _:
                pass
    return found


def free(nodes: list[ast.stmt]) -> set[str]:
    """Return the names that statements read and nothing in them binds, but Python's own."""
    tree = ast.Module(nodes, [])
    return loaded(tree) - bound(tree) - BUILTINS


def is_guard(node: ast.stmt) -> bool:
    """Tell whether a statement is `if __name__ == "__main__":`."""
    return isinstance(node, ast.If) and any(
        isinstance(inner, ast.Name) and inner.id == "__name__" for inner in ast.walk(node.test)
    )


def is_docstring(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def with_lines(text: str, lines: Sequence[str]) -> str:
    """Return a module with more imports, behind those that it begins with."""
    tree = parse(text)
    if tree is None or not lines:
        return text
    own = text.removeprefix("\ufeff").split("\n")
    at = 0
    for number, node in enumerate(tree.body):
        first = number == 0 and is_docstring(node)
        last = node.end_lineno or node.lineno
        beside = any(one.lineno == last for one in tree.body[number + 1 : number + 2])
        if beside or not (first or isinstance(node, ast.Import | ast.ImportFrom)):
            break
        at = last
    while at < len(own) and own[at].startswith("#"):  # who starts it, and how it is written
        at += 1
    apart = ["", ""] if own[at : at + 1] and own[at].startswith(("def", "class", "@")) else []
    return "\n".join([*own[:at], *lines, *apart, *own[at:]])
