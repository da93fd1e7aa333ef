"""Applies the rules to a syntax tree. Sees through import aliases; runs nothing.

`findings` is for the gate: what a text does that a rule names. `audit` is for a reader: places in a
text that are often the cause of a fault. Neither blocks; the gate decides what is new and blocked.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from verdigris.checks.rules import RULES, Rule
from verdigris.core.finding import Finding


def findings(text: str, path: str) -> list[Finding]:
    """Return what the policy's rules find in a Python text; a text that does not parse blocks."""
    try:
        tree = ast.parse(text)
        names = _Names(tree)
        return [
            Finding(
                rule=rule.id,
                severity="block",
                path=path,
                line=getattr(node, "lineno", 0),
                message=f"{ast.unparse(node)[:80]} {rule.message}",
                cure=rule.cure,
            )
            for node in ast.walk(tree)
            for rule in _broken(node, names)
        ]
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = getattr(error, "lineno", 0) or 0
        said = getattr(error, "msg", None) or str(error) or type(error).__name__
        return [
            Finding(rule="policy/syntax", severity="block", path=path, line=line,
                    message=f"does not parse: {said}", cure="Write valid Python."),
        ]  # fmt: skip


_BUILTINS = ("eval", "exec", "compile", "__import__")


class _Names:
    """Which local name stands for which import, or for which built-in function.

    Any other name is unknown: a variable called `code` is not the module of that name.
    """

    def __init__(self, tree: ast.Module) -> None:
        self._real = {name: name for name in _BUILTINS} | {"__builtins__": "builtins"}
        nodes = list(ast.walk(tree))
        for node in nodes:
            if isinstance(node, ast.Import):
                for alias in node.names:
                    local = alias.asname or alias.name.partition(".")[0]
                    self._real[local] = alias.name if alias.asname else local
            elif isinstance(node, ast.ImportFrom):
                # The dots of a relative import stay: `.requests` is the project's own.
                module = "." * node.level + (node.module or "")
                for alias in node.names:
                    self._real[alias.asname or alias.name] = f"{module}.{alias.name}"
        for node in nodes:
            # `run = os.system` is an alias as good as an import.
            if (
                isinstance(node, ast.Assign)
                and isinstance(node.targets[0], ast.Name)
                and (real := self.qualified(node.value))
            ):
                self._real.setdefault(node.targets[0].id, real)

    def qualified(self, node: ast.AST) -> str:
        """Return the full dotted name of an expression, or an empty string."""
        if isinstance(node, ast.Name):
            return self._real.get(node.id, "")
        if isinstance(node, ast.Attribute):
            base = self.qualified(node.value)
            return f"{base}.{node.attr}" if base else ""
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "getattr"
            and len(node.args) >= 2
            and isinstance(node.args[1], ast.Constant)
        ):
            base = self.qualified(node.args[0])
            return f"{base}.{node.args[1].value!s}" if base else ""
        if isinstance(node, ast.Call) and self.qualified(node.func) == "pathlib.Path":
            return "pathlib.Path"
        return ""


def _broken(node: ast.AST, names: _Names) -> Iterator[Rule]:
    if isinstance(node, ast.Call):
        called = names.qualified(node.func)
        for rule in RULES:
            if called and any(_matches(called, pattern) for pattern in rule.calls):
                yield rule
    elif isinstance(node, ast.Import | ast.ImportFrom):
        modules = (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or "" if node.level == 0 else ""]
        )
        for rule in RULES:
            if any(module.partition(".")[0] in rule.imports for module in modules):
                yield rule


def _matches(called: str, pattern: str) -> bool:
    return called.startswith(pattern) if pattern.endswith(".") else called == pattern


def audit(text: str, path: str) -> list[Finding]:
    """Return places that often cause faults: for a plan and a prompt, never a reason to refuse."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
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
