"""The test file of a part, and the tests that the goal's own examples are."""

from __future__ import annotations

import ast
import builtins
import re
import shlex
import sys
from collections.abc import Sequence

from verdigris.core.building import Check, Example, Part
from verdigris.core.text import one_line
from verdigris.languages.python.fixtures import FIXTURES
from verdigris.languages.python.layout import test_path
from verdigris.languages.python.parts import wanted
from verdigris.languages.python.text import (
    bound,
    compile_error,
    free,
    identifier,
    is_name,
    module_of,
    parse,
)

_RAISES = re.compile(r"raises?\s+(?:an?\s+|the\s+)?`?([A-Za-z_][\w.]*)`?", re.I)
_SHELL = {"|", "||", "&&", "&", ";", ">", ">>", "<", "<<", "2>", "2>&1"}
_CAUGHT_ON_STUB = ("Exception", "BaseException", "RuntimeError", "NotImplementedError")


def test_file(part: Part, checks: Sequence[Check]) -> str:
    """Return the test file of a part: one function a check, in their order."""
    tests = [_test(check) for check in checks]
    used = {name for check in checks for name in free(_statements(check.body))}
    names = [name for name in wanted(part) if name in used]
    head = f'"""Tests of {part.path}."""\n'
    if "pytest" in used:
        head += "\nimport pytest\n"
    if names:
        head += f"\n{_import_line(module_of(part.path), names)}\n"
    return head + "".join(f"\n\n{test}\n" for test in tests)


def _import_line(module: str, names: Sequence[str]) -> str:
    if not all(map(is_name, module.split("."))):  # `my-tool.py`
        fetched = f"import importlib\n\nPART = importlib.import_module({module!r})\n"
        return fetched + "\n".join(f"{name} = PART.{name}" for name in names)
    line = f"from {module} import {', '.join(names)}"
    if len(line) <= 100:
        return line
    return f"from {module} import (\n" + "".join(f"    {name},\n" for name in names) + ")"


def test_id(part: Part, check: Check) -> str:
    return f"{test_path(part)}::test_{check.name}"


def _statements(body: str) -> list[ast.stmt]:
    tree = parse(body)
    return tree.body if tree else []


def _test(check: Check) -> str:
    said = one_line(check.says, 90)
    comment = f"# {said}\n" if said else ""
    text = f"{comment}def test_{check.name}({', '.join(_arguments(check.body))}):\n"
    text += "\n".join(f"    {line}" if line.strip() else "" for line in _lines(check.body))
    if compile_error(text):
        return f'def test_{check.name}():\n    raise SyntaxError("this test is not Python")'
    return text


def _lines(body: str) -> list[str]:
    """Return the lines to be indented; a text of several lines is written on one."""
    statements = _statements(body)
    long = any(
        isinstance(node, ast.Constant | ast.JoinedStr) and node.lineno != node.end_lineno
        for statement in statements
        for node in ast.walk(statement)
    )
    text = "\n".join(map(ast.unparse, statements)) if long else body
    return text.rstrip().split("\n")


def _arguments(body: str) -> list[str]:
    return sorted(free(_statements(body)) & FIXTURES)


def example(example: Example, part: Part, number: int) -> Check | None:
    """Return the test that says what the goal shows; None where that cannot be said."""
    body = _command(example, part) if example.kind == "command" else _call(example, part)
    if body is None or compile_error(body):
        return None
    return Check(
        name=f"{identifier(module_of(part.path))}_example_{number}",
        part=part.path,
        body=body,
        origin="example",
        says=f"From the goal: {one_line(example.quoted, 70)}",
    )


def _command(example: Example, part: Part) -> str | None:
    if not part.is_main:
        return None
    lines = [line for line in example.given.split("\n") if line.strip()] or [""]
    runs = []
    for line in lines:
        try:
            words = shlex.split(line)
        except ValueError:
            return None
        if any(word in _SHELL for word in words):
            return None
        runs.append(", ".join(map(repr, words)))
    stdin = f"stdin={example.stdin!r}" if example.stdin else ""
    last = ", ".join(word for word in (runs.pop(), stdin) if word)
    before = "".join(f"program({words})\n" for words in runs)
    expected = [line.rstrip() for line in example.expected.rstrip().splitlines()]
    return (
        f"{before}done = program({last})\n"
        "printed = [line.rstrip() for line in done.stdout.rstrip().splitlines()]\n"
        f"assert printed == {expected!r}, done.stderr"
    )


def _call(example: Example, part: Part) -> str | None:
    given = _statements(example.given.strip())
    if not given or not isinstance(given[-1], ast.Expr):
        return None
    names = set(wanted(part))
    if not free(given) & names or free(given) - names or bound(ast.Module(given, [])) & names:
        return None
    before = "".join(f"{ast.unparse(node)}\n" for node in given[:-1])
    call = ast.unparse(given[-1])
    if raised := _RAISES.match(example.expected.strip()):
        return _raising(before, call, raised[1], names)
    tree = parse(example.expected.strip())
    if tree is None or len(tree.body) != 1 or not isinstance(tree.body[0], ast.Expr):
        return None
    if free(tree.body) - names:
        return None
    return before + claim(call, tree.body[0].value)


def _raising(before: str, call: str, error: str, names: set[str]) -> str | None:
    module, _, name = error.rpartition(".")
    if module and (module.partition(".")[0] not in sys.stdlib_module_names or not is_name(name)):
        return None
    if not module and name not in names and not isinstance(getattr(builtins, name, None), type):
        return None
    first = f"import {module}\n" if module else ""
    if name in _CAUGHT_ON_STUB:
        # Code that is not written yet raises one of these too.
        return (
            f"{first}{before}with pytest.raises({error}) as caught:\n    {call}\n"
            "assert caught.type is not NotImplementedError"
        )
    return f"{first}{before}with pytest.raises({error}):\n    {call}"


def claim(call: str, value: ast.expr) -> str:
    """Return the assertion that a call gives a value, as exactly as the value is written."""
    text = ast.unparse(value)
    match value:
        case ast.Constant(value=None | bool()):
            return f"assert {call} is {text}"
        case ast.Constant(value=0 | 1) if isinstance(value.value, int):
            # True equals 1, and is another answer.
            return f"result = {call}\nassert result == {text} and result is not {bool(value.value)}"
        case _ if _has_fraction(value):
            return f"assert {call} == pytest.approx({text})"
        case _:
            return f"assert {call} == {text}"


def _has_fraction(value: ast.expr) -> bool:
    """Tell whether a value is a number with a fraction, or a plain list that holds such."""
    if isinstance(value, ast.List | ast.Tuple):
        return any(map(_has_fraction, value.elts)) and all(
            isinstance(item, ast.Constant | ast.UnaryOp) for item in value.elts
        )
    number = value.operand if isinstance(value, ast.UnaryOp) else value
    return (
        isinstance(number, ast.Constant)
        and isinstance(number.value, float)
        and not number.value.is_integer()
    )
