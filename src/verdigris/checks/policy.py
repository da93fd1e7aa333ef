"""The policy's doors: what a text does that a rule names, in whichever language it is written.

`uses` is for the gate, which counts. `findings` is for a reader of one text. `audit` adds places
that are often the cause of a fault. Nothing here blocks; the gate decides what is new and blocked.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Literal

from verdigris.checks.matching import operation_of
from verdigris.checks.python.uses import imported_modules
from verdigris.checks.python.uses import uses as python_uses
from verdigris.checks.use import Use
from verdigris.core.finding import Finding
from verdigris.core.parsing import NOT_PYTHON

Language = Literal["py", "js"]
_SUFFIXES: dict[str, Language] = {
    ".py": "py", ".pyi": "py", ".pyw": "py", ".js": "js", ".mjs": "js", ".cjs": "js", ".jsx": "js",
    ".ts": "js", ".tsx": "js", ".mts": "js", ".cts": "js",
}  # fmt: skip
_SHEBANG = re.compile(r"^#!.*\b(python|node|deno|bun)")


def language(path: str, text: str) -> Language | None:
    """Return the language of a file, by its name, else by its first line."""
    if known := _SUFFIXES.get(PurePosixPath(path).suffix.lower()):
        return known
    found = _SHEBANG.match(text[:200])
    if found is None:
        return None
    return "py" if found.group(1) == "python" else "js"


def uses(text: str, path: str) -> list[Use]:
    """Return what a text uses that a rule names; a text that does not parse is one use."""
    match language(path, text):
        case "py":
            return python_uses(text)
        case "js":
            from verdigris.checks.javascript.uses import uses as javascript_uses

            return javascript_uses(text, path)
    return []


def imports(text: str, path: str) -> list[tuple[str, int]]:
    """Return the modules that a text imports by name, each with its line; none if it is broken."""
    match language(path, text):
        case "py":
            return imported_modules(text)
        case "js":
            from verdigris.checks.javascript.uses import imported_packages

            return imported_packages(text, path)
    return []


def operations(text: str, path: str) -> set[str]:
    """Return the kinds of operation that a text already uses, or imports a module for."""
    kind = language(path, text)
    if kind is None:
        return set()
    named = {operation_of(module, kind) for module, _ in imports(text, path)}
    return (named | {use.rule.operation for use in uses(text, path)}) - {""}


def findings(text: str, path: str) -> list[Finding]:
    """Return what the policy's rules find in a text, as if all of it were new."""
    return [each.finding(path) for each in uses(text, path)]


def audit(text: str, path: str) -> list[Finding]:
    """Return places that often cause faults: for a plan and a prompt, never a reason to refuse."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except NOT_PYTHON:
        return findings(text, path)
    found = [finding.model_copy(update={"severity": "warn"}) for finding in findings(text, path)]
    for node in ast.walk(tree):
        found.extend(
            Finding(rule=rule, severity="info", path=path, line=getattr(node, "lineno", 0),
                    message=message)
            for rule, message in _smells(node)
        )  # fmt: skip
    return sorted(found, key=lambda finding: finding.line)


def _smells(node: ast.AST) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        defaults = [*node.args.defaults, *(d for d in node.args.kw_defaults if d is not None)]
        if any(isinstance(d, ast.List | ast.Dict | ast.Set) for d in defaults):
            yield "audit/mutable-default", f"{node.name} has a mutable default argument"
    elif isinstance(node, ast.ExceptHandler) and node.type is None:
        yield "audit/bare-except", "a bare except hides every error"
    elif isinstance(node, ast.ExceptHandler) and all(isinstance(s, ast.Pass) for s in node.body):
        yield "audit/silent-except", "an error is caught and nothing is done about it"
    elif isinstance(node, ast.Compare):
        for op, right in zip(node.ops, node.comparators, strict=True):
            if isinstance(op, ast.Is | ast.IsNot) and _is_plain_literal(right):
                yield "audit/is-literal", "identity is compared with a literal"
    elif isinstance(node, ast.Assert) and isinstance(node.test, ast.Tuple) and node.test.elts:
        yield "audit/assert-tuple", "an assertion on a tuple is always true"


def _is_plain_literal(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and not isinstance(node.value, bool | None)
