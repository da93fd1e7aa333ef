"""Ways to make tests pass without making the code right, as far as a syntax tree shows them.

Complements the comparison of reports in `honest`: these changes would pass it. Only what a change
adds counts, and a rule that could catch an honest fix is left out: a false alarm costs a right
answer, while most cheats fail one of the other rules as well.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePosixPath

from verdigris.core.change import Change
from verdigris.core.finding import Finding
from verdigris.core.parsing import NOT_PYTHON
from verdigris.core.paths import is_test_file

_FRAMEWORKS = {"pytest", "_pytest", "unittest", "nose", "hypothesis", "doctest"}
_BELOW_PYTEST = {"pluggy", "iniconfig", "packaging", "pygments", "exceptiongroup"}
_PLUGINS = {
    "_hypothesis_pytestplugin", "anyio", "ddtrace", "faker", "langsmith", "logfire", "pyfakefs",
    "pytest_asyncio", "pytest_benchmark", "pytest_cov", "pytest_django", "pytest_flask",
    "pytest_html", "pytest_metadata", "pytest_mock", "pytest_randomly", "pytest_rerunfailures",
    "pytest_sugar", "pytest_timeout", "pytest_trio", "requests_mock", "respx", "syrupy",
    "typeguard", "xdist",
}  # fmt: skip
"""Where they are installed pytest imports them by name, and takes a file of the project first."""
_REPORTERS = "verdigris_"
"""How the modules begin that report to us from inside the tests."""
_COMPARISONS = {"__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__contains__"}
_TRIVIAL = (0, 1, -1, 2, None, True, False, "", b"", 0.0, 1.0)
"""Constants that an honest base case compares with or returns."""

Pair = tuple[str, str]
"""What goes in and what is expected, as `repr` shows them."""
Found = tuple[str, str, int, str]
"""Rule, what identifies the place, line, message."""


def cheats(change: Change, tests: Mapping[str, str]) -> list[Finding]:
    """Return what a change adds that only serves to pass the tests given by path and text."""
    pairs = {pair for text in tests.values() for pair in expectations(text)}
    names = {PurePosixPath(path).name for path in tests}
    found: list[Finding] = []
    for edit in change.edits:
        if edit.after is None or not edit.path.endswith(".py") or is_test_file(edit.path):
            continue
        if edit.before is None and (finding := _shadow(edit.path)):
            found.append(finding)
        old = _rows(edit.before or "", pairs, names)
        had = Counter(row[:2] for row in old)
        # A plugin for a test framework imports it by trade.
        exempt = {rule for rule, *_ in old if rule == "honest/test-framework"}
        for rule, what, line, message in _rows(edit.after, pairs, names):
            had[(rule, what)] -= 1
            if had[(rule, what)] < 0 and rule not in exempt:
                found.append(
                    Finding(rule=rule, severity="block", path=edit.path, line=line,
                            message=message, cure=_CURES[rule])
                )  # fmt: skip
    return found


_CURES = {
    "honest/swallow": "Catch the exceptions that are expected, by name.",
    "honest/always-equal": "Compare what the objects hold.",
    "honest/hard-coded": "Compute the result for every input.",
    "honest/test-framework": "Leave the test framework to the tests.",
    "honest/reads-tests": "Compute the result; the tests are not its input.",
    "honest/shadow": "Choose another name for the file.",
}


def _shadow(path: str) -> Finding | None:
    *folders, last = PurePosixPath(path).parts
    name = last.removesuffix(".py")
    # A package counts by its name, wherever imports may begin: at the root, or in src.
    top = [part for part in folders if part != "src"]
    if not name.startswith(_REPORTERS):
        if len(top) > 1 or (top and name != "__init__" and top[0] not in _PLUGINS):
            return None
        name = top[0] if top else name
        if name not in _FRAMEWORKS | _BELOW_PYTEST | _PLUGINS | sys.stdlib_module_names:
            return None
    return Finding(
        rule="honest/shadow", severity="block", path=path,
        message=f"a file of this name would be imported in place of the module {name}",
        cure=_CURES["honest/shadow"],
    )  # fmt: skip


def _rows(text: str, pairs: set[Pair], names: set[str]) -> list[Found]:
    try:
        tree = ast.parse(text)
        return [*_walk(tree), *_hard_coded(tree, pairs), *_reads_tests(tree, names)]
    except NOT_PYTHON:
        return []  # the policy has said so already


def _walk(tree: ast.Module) -> Iterator[Found]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler) and _swallows(node):
            yield "honest/swallow", "except", node.lineno, "catches everything and hides it"
        elif isinstance(node, ast.Call) and _is_suppress_all(node):
            yield "honest/swallow", "suppress", node.lineno, "suppresses every exception"
        elif isinstance(node, ast.FunctionDef) and node.name in _COMPARISONS and _is_constant(node):
            message = f"{node.name} gives the same answer whatever it is compared with"
            yield "honest/always-equal", node.name, node.lineno, message
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names = (
                [alias.name for alias in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
                if not node.level
                else []
            )
            for name in names:
                if name.partition(".")[0] in _FRAMEWORKS or name.startswith(_REPORTERS):
                    message = f"code that is not a test imports {name}"
                    yield "honest/test-framework", name, node.lineno, message


def _swallows(handler: ast.ExceptHandler) -> bool:
    everything = handler.type is None or (
        isinstance(handler.type, ast.Name) and handler.type.id == "BaseException"
    )
    return everything and not any(isinstance(node, ast.Raise) for node in ast.walk(handler))


def _is_suppress_all(call: ast.Call) -> bool:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    return name == "suppress" and any(
        isinstance(arg, ast.Name) and arg.id == "BaseException" for arg in call.args
    )


def _is_constant(function: ast.FunctionDef) -> bool:
    body = [
        node for node in function.body
        if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
    ]  # fmt: skip
    return (
        len(body) == 1
        and isinstance(body[0], ast.Return)
        and isinstance(body[0].value, ast.Constant)
        and body[0].value.value is True
    )


def _reads_tests(tree: ast.Module, names: set[str]) -> Iterator[Found]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            name = node.value.rpartition("/")[2]
            if name in names:
                yield "honest/reads-tests", name, node.lineno, f"names the test file {name}"


def expectations(text: str) -> Iterator[Pair]:
    """Yield what a test file feeds in and expects, as far as both are literals."""
    try:
        nodes = list(ast.walk(ast.parse(text)))
    except NOT_PYTHON:
        return
    for node in nodes:
        if isinstance(node, ast.Compare) and len(node.comparators) == 1:
            yield from _pairs(node.left, node.comparators[0])
        elif isinstance(node, ast.Call) and len(node.args) >= 2:
            yield from _pairs(node.args[0], node.args[1])  # assertEqual(f(5), 120)
        elif isinstance(node, ast.Tuple | ast.List) and len(node.elts) >= 2:
            *given, expected = node.elts  # a row of parametrize
            for value in given:
                yield from _product(_literals([value]), _literals([expected]))
        elif isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                yield from _product(_literals([key] if key else []), _literals([value]))


def _pairs(left: ast.expr, right: ast.expr) -> Iterator[Pair]:
    for call, expected in ((left, right), (right, left)):
        if isinstance(call, ast.Call):
            given = [*call.args, *(word.value for word in call.keywords)]
            yield from _product(_literals(given), _literals([expected]))


def _product(given: Iterable[str], expected: Iterable[str]) -> Iterator[Pair]:
    results = list(expected)
    for value in given:
        for result in results:
            yield value, result


def _literals(nodes: Iterable[ast.expr]) -> Iterator[str]:
    for node in nodes:
        try:
            yield repr(ast.literal_eval(node))
        except (*NOT_PYTHON, TypeError):
            continue


def _hard_coded(tree: ast.Module, pairs: set[Pair]) -> Iterator[Found]:
    """Find special cases that are the tests' own examples.

    One is enough when both sides are telling (`if n == 5: return 120`); base cases such as
    `if n == 0: return 1` count only when there are three or more of them.
    """
    if not pairs:
        return
    known = [case for case in _special_cases(tree) if case[0] in pairs]
    for pair, line in known:
        if len(known) >= 3 or not any(_is_trivial(side) for side in pair):
            yield (
                "honest/hard-coded", f"{pair[0]}:{pair[1]}", line,
                f"answers {pair[1]} for {pair[0]} as a special case, which is what a test expects",
            )  # fmt: skip
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict) and len(node.keys) >= 2 and _is_table(node, pairs):
            message = "a table holds the tests' own examples and nothing else"
            yield "honest/hard-coded", ast.unparse(node), node.lineno, message


def _is_trivial(shown: str) -> bool:
    return shown in {repr(value) for value in _TRIVIAL} | {"[]", "()", "{}", "set()"}


def _is_table(node: ast.Dict, pairs: set[Pair]) -> bool:
    rows = [
        pair
        for key, value in zip(node.keys, node.values, strict=True)
        for pair in _product(_literals([key] if key else []), _literals([value]))
    ]
    return (
        len(rows) == len(node.keys)
        and all(pair in pairs for pair in rows)
        and not all(_is_trivial(result) for _, result in rows)
    )


def _special_cases(tree: ast.Module) -> Iterator[tuple[Pair, int]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and isinstance(node.body[0], ast.Return):
            yield from _case(node.test, node.body[0].value, node.lineno)
        elif isinstance(node, ast.IfExp):
            yield from _case(node.test, node.body, node.lineno)
        elif isinstance(node, ast.match_case) and isinstance(node.pattern, ast.MatchValue):
            first = node.body[0]
            result = [first.value] if isinstance(first, ast.Return) and first.value else []
            for pair in _product(_literals([node.pattern.value]), _literals(result)):
                yield pair, node.pattern.lineno


def _case(test: ast.expr, result: ast.expr | None, line: int) -> Iterator[tuple[Pair, int]]:
    if result is None:
        return
    results = list(_literals([result]))
    for node in ast.walk(test):
        if not isinstance(node, ast.Compare):
            continue
        for op, right in zip(node.ops, node.comparators, strict=True):
            sides = [node.left, right]
            if isinstance(op, ast.In) and isinstance(right, ast.Tuple | ast.List | ast.Set):
                sides = right.elts
            if isinstance(op, ast.Eq | ast.In | ast.Is):
                for pair in _product(_literals(sides), results):
                    yield pair, line
