"""Every use of something a rule names, in one Python text. Runs nothing."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator

from verdigris.checks.matching import broken_by, imported_by_rule
from verdigris.checks.python.names import Names
from verdigris.checks.python.shapes import shapes
from verdigris.checks.rules import BY_ID
from verdigris.checks.use import Use, broken, use
from verdigris.core.parsing import NOT_PYTHON
from verdigris.core.text import one_line

_LINE_END = re.compile(r"\r\n|\r|\n")
_COOKIE = re.compile(r"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
# Encodings in which what one reads is what runs.
_PLAIN = re.compile(
    r"^(?:utf-?8(?:-sig)?|us-?ascii|ascii|latin-?1|iso-?8859-?\d+|cp125\d|cp437|cp850|koi8-[ru]"
    r"|euc-?(?:jp|kr)|gb(?:k|2312|18030)|big5|shift_?jis|mac-?roman)$",
    re.IGNORECASE,
)


def uses(text: str) -> list[Use]:
    """Return what a Python text uses; one that does not parse amounts to one broken use."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a stranger's escape sequences are not our business
            tree = ast.parse(text)
        names = Names(tree)
        found = [*_hidden(text), *_found(names, _LINE_END.split(text))]
    except NOT_PYTHON as error:
        line = getattr(error, "lineno", 0) or 0
        said = getattr(error, "msg", None) or str(error) or type(error).__name__
        return [broken(line, said, "")]
    return sorted(found, key=lambda each: each.line)


def imported_modules(text: str) -> list[tuple[str, int]]:
    """Return every module that a text imports absolutely, with the line; none if it is broken."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except NOT_PYTHON:
        return []
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(alias.name, node.lineno) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            found.append((node.module, node.lineno))
    return found


def _hidden(text: str) -> Iterator[Use]:
    """Yield a declared encoding that may turn a comment into code once Python reads the file."""
    for number, line in enumerate(_LINE_END.split(text, maxsplit=2)[:2], 1):
        found = _COOKIE.match(line)
        if found and not _PLAIN.match(found.group(1).replace("_", "-")):
            yield use("policy/encoding", found.group(1), number, line)


def _found(names: Names, lines: list[str]) -> Iterator[Use]:
    types = _only_types(names)
    for node in names.scopes.nodes:
        seen: set[tuple[str, str]] = set()
        for rule, what in (*_named(node, names, types), *shapes(node, names)):
            if (rule, what) not in seen:
                seen.add((rule, what))
                snippet = _snippet(node, lines) or what
                yield Use(BY_ID[rule], what, getattr(node, "lineno", 0), snippet)


def _named(node: ast.AST, names: Names, types: set[int]) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.Import | ast.ImportFrom):
        yield from _imported(node, names)
        return
    if not isinstance(node, ast.expr) or not isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
        return
    if isinstance(node, ast.Call):
        for name, rule in broken_by(names.names(node.func), called=True).items():
            yield rule.id, name
    if not _is_consumed(node, names) and id(node) not in types:
        for name, rule in broken_by(names.names(node), called=False).items():
            yield rule.id, name


def _imported(node: ast.Import | ast.ImportFrom, names: Names) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.Import):
        modules = [alias.name for alias in node.names]
    else:
        modules = [node.module or ""] if node.level == 0 else []
        yield from _passed_on(node, names)
    for module in modules:
        if (rule := imported_by_rule(module)) is not None:
            yield rule.id, module


def _passed_on(node: ast.ImportFrom, names: Names) -> Iterator[tuple[str, str]]:
    """Yield functions that are imported and not used: they are there for another module."""
    if node.level:
        return
    for alias in node.names:
        local = alias.asname or alias.name
        for name, rule in broken_by([f"{node.module}.{alias.name}"], called=False).items():
            if local not in names.used:
                yield rule.id, name


def _is_consumed(node: ast.expr, names: Names) -> bool:
    """Tell whether the expression around this one says more about it."""
    parent = names.scopes.parent.get(id(node))
    if isinstance(parent, ast.Call) and parent.func is node:
        return True
    if isinstance(parent, ast.Compare):
        return True  # comparing a function does not use it
    return isinstance(parent, ast.Attribute) and bool(names.values(parent))


def _only_types(names: Names) -> set[int]:
    """Return the nodes that name a type without using it: annotations, isinstance, except."""
    found: set[int] = set()
    for node in names.scopes.nodes:
        parts: list[ast.AST | None] = []
        match node:
            case ast.AnnAssign(annotation=note) | ast.arg(annotation=note):
                parts = [note]
            case ast.FunctionDef(returns=note) | ast.AsyncFunctionDef(returns=note):
                parts = [note]
            case ast.ExceptHandler(type=kind):
                parts = [kind]
            case ast.Call(func=ast.Name(id="isinstance" | "issubclass"), args=[_, kind]):
                parts = [kind]
        found |= {id(each) for part in parts if part is not None for each in ast.walk(part)}
    return found


def _snippet(node: ast.AST, lines: list[str]) -> str:
    first, last = getattr(node, "lineno", 0), getattr(node, "end_lineno", 0) or 0
    if not first or last < first or last > len(lines):
        return ""
    shown = [
        line.encode("utf-8", "surrogatepass") for line in lines[first - 1 : min(last, first + 5)]
    ]
    if last <= first + 5:
        shown[-1] = shown[-1][: getattr(node, "end_col_offset", None)]
    shown[0] = shown[0][getattr(node, "col_offset", 0) :]
    return one_line(b"\n".join(shown).decode("utf-8", "replace"), 80)
