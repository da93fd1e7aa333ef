"""One test taken apart into claims that stand by themselves, each with the set-up it needs.

Where an assertion may have changed what a later one looks at, the two stay together: half of a
sequence would be another claim. Starts of a program are told apart all the same: before the one
that is looked at, the earlier ones of the same test are made again for what they leave behind.
"""

from __future__ import annotations

import ast
import builtins
import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from verdigris.languages.python.running import binds
from verdigris.languages.python.text import bound, is_docstring, loaded

_MOST_CASES = 40
_MOST_STEPS = 300
_SETTERS = {"monkeypatch", "os", "sys", "random"}
"""What is set through these holds for whatever comes behind it."""
_PROGRAM = "program"
"""The fixture that starts the program in its tests."""
_CAPTURED = {"capsys", "capfd", "caplog", "recwarn"}
_BINDING = (
    ast.Assign, ast.AnnAssign, ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef,
    ast.ClassDef,
)  # fmt: skip
_HARMLESS = {
    "abs", "all", "any", "approx", "bool", "dict", "enumerate", "float", "frozenset", "hasattr",
    "int", "isinstance", "issubclass", "len", "list", "max", "min", "range", "repr", "reversed",
    "round", "set", "sorted", "str", "sum", "tuple", "type", "zip",
}  # fmt: skip
_ERRORS = {
    name
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, BaseException)
}
_SEEING = {
    "count", "endswith", "get", "index", "isdigit", "items", "join", "keys", "lower",
    "read_text", "exists", "splitlines", "split", "startswith", "strip", "readouterr", "upper",
    "values",
}  # fmt: skip
"""Methods that change nothing, of what Python itself brings."""
_ASKING = {"count", "get", "index", "items", "keys", "values"}
"""Those of them that a class of the part may have as well: a cache notes what it was asked for."""


def is_claim(node: ast.stmt) -> bool:
    """Tell whether a statement asserts something, also somewhere inside."""
    return any(isinstance(inner, ast.Assert) or _expects(inner) for inner in ast.walk(node))


def _expects(node: ast.AST) -> bool:
    return isinstance(node, ast.With) and any(
        "raises" in ast.unparse(item.context_expr).partition("(")[0] for item in node.items
    )


def claims(
    statements: Sequence[ast.stmt], names: frozenset[str], *, loose: bool = False
) -> Iterator[list[ast.stmt]]:
    """Yield the claims of a test on a part that offers some names; loose ones are each a test."""
    steps = list(islice(_unrolled(_flat(statements)), _MOST_STEPS))
    for group in _sequences(steps, names):
        setup = [step for step in steps if step in group or not is_claim(step)]
        setup = setup[: setup.index(group[-1]) + 1]
        if _only_starts(group, setup, names):
            yield from _starts_apart(group, setup, names, linked=not loose)
        elif len(group) > 1:
            yield needed(setup, group, names)
        else:
            for one in _conjuncts(group[0]):
                yield needed([*setup[:-1], one], [one], names)


def _only_starts(
    group: Sequence[ast.stmt], setup: Sequence[ast.stmt], names: frozenset[str]
) -> bool:
    """Tell whether nothing links some claims but the program that each of them starts."""
    made, plain = _made(setup, names), _unchangeable(setup)
    return all(
        isinstance(step, ast.Assert)
        and not loaded(step) & (names | _CAPTURED)
        and (_acting(step, names, made) - plain) <= {_PROGRAM}
        for step in group
    )


def _starts_apart(
    group: Sequence[ast.stmt], setup: Sequence[ast.stmt], names: frozenset[str], *, linked: bool
) -> Iterator[list[ast.stmt]]:
    """Yield each claim behind the starts that those before it made: all of a test that is linked,
    else only those of the same statement.
    """
    before: list[ast.stmt] = []
    for step in setup:
        if step not in group:
            before.append(step)
            continue
        made: list[ast.stmt] = []
        for one in _conjuncts(step):
            yield needed([*before, *made, one], [one], names)
            made += _starts_in(one)
        before += made if linked else []


def _starts_in(step: ast.stmt) -> list[ast.stmt]:
    """Return the starts of the program in a statement, as statements, in their order."""
    calls = [
        node
        for node in ast.walk(step)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == _PROGRAM
    ]
    calls.sort(key=lambda call: (call.lineno, call.col_offset))
    return [ast.copy_location(ast.Expr(call), step) for call in calls]


def _conjuncts(node: ast.stmt) -> list[ast.stmt]:
    match node:
        case ast.Assert(test=ast.BoolOp(op=ast.And(), values=values)):
            split = (ast.copy_location(ast.Assert(value), node) for value in values)
            return [one for claim in split for one in _conjuncts(claim)]
        case ast.Assert(
            test=ast.Compare(
                left=ast.Call() as call, ops=[ast.Eq() | ast.Is()], comparators=[ast.Name(id=error)]
            )
        ) if error in _ERRORS:
            # No function returns a class of errors: it is how small models say that one is raised.
            said = ast.parse(f"with pytest.raises({error}):\n    {ast.unparse(call)}").body[0]
            return [ast.copy_location(said, node)]
        case _:
            return [node]


def needed(
    steps: Sequence[ast.stmt], wanted: Sequence[ast.stmt], part: frozenset[str]
) -> list[ast.stmt]:
    """Return some wanted steps, and of the others those that bind or change what they read."""
    names = {name for node in wanted for name in loaded(node)}
    plain, made = _unchangeable(steps), _made(steps, part)
    kept: list[ast.stmt] = []
    for step in reversed(steps):
        # A call without a result is there for what it changes; one with a result may change too.
        acts = not isinstance(step, _BINDING) and loaded(step) & (names | part | _SETTERS)
        shares = isinstance(step, ast.Assign) and (_acting(step, part, made) - plain) & names
        if step in wanted or binds(step) & names or acts or shares:
            kept.insert(0, step)
            names |= loaded(step)
    return kept


@dataclass(frozen=True)
class _Seen:
    """What one claim reads, and what it may have changed for those behind it."""

    node: ast.stmt
    reads: set[str]
    touches: set[str]
    calls_part: bool
    keeps_state: bool
    """Whether the part was called for its effect before: what it answers depends on that."""

    def builds_on(self, earlier: _Seen) -> bool:
        if earlier.touches & self.reads:
            return True
        if not earlier.calls_part:
            return False
        # What was printed there is looked at here; what is called for its effect keeps a state.
        return bool(self.reads & _CAPTURED) or (self.keeps_state and self.calls_part)


def _sequences(steps: Sequence[ast.stmt], names: frozenset[str]) -> list[list[ast.stmt]]:
    """Return the claims among some steps, those together that build on each other."""
    groups: list[list[_Seen]] = []
    setup: list[ast.stmt] = []
    keeps_state = False
    for step in steps:
        reads = loaded(step)
        if not is_claim(step):
            setup.append(step)
            keeps_state = keeps_state or (isinstance(step, ast.Expr) and bool(reads & names))
            continue
        acting = _acting(step, names, _made(setup, names))
        touches = (acting - _unchangeable(setup)) | bound(step)
        seen = _Seen(step, reads, touches, bool(reads & names), keeps_state)
        before = [group for group in groups if any(map(seen.builds_on, group))]
        groups = [group for group in groups if group not in before]
        groups.append([*(one for group in before for one in group), seen])
    return [[seen.node for seen in group] for group in groups]


def _made(steps: Sequence[ast.stmt], names: frozenset[str]) -> set[str]:
    """Return the names bound to what the part made, by itself or out of such."""
    found = set(names)
    for step in steps:
        if isinstance(step, ast.Assign | ast.AnnAssign | ast.With) and loaded(step) & found:
            found |= bound(step)
    return found


def _acting(node: ast.stmt, names: frozenset[str], made: set[str]) -> set[str]:
    """Return the names that take part in calls which may change something."""
    found: set[str] = set()
    for call in ast.walk(node):
        match call:
            case ast.Call(func=ast.Name(id="list"), args=[ast.Name(id=name)]) if name in made:
                found.add(name)  # it may be one that is empty after that
            case ast.Call(func=ast.Name(id=name)) if name in _HARMLESS:
                pass
            case ast.Call(func=ast.Attribute(value=value, attr=attr)) if attr in _SEEING:
                if attr in _ASKING and loaded(value) & made:
                    found |= loaded(value)
            case ast.Call():
                found |= loaded(call)
            case _:
                pass
    return found - _HARMLESS - _ERRORS - names


def _unchangeable(setup: Sequence[ast.stmt]) -> set[str]:
    """Return the names bound to texts, numbers and the like, which no call can change."""
    found: set[str] = set()
    for step in setup:
        if isinstance(step, ast.Assign):
            names = {target.id for target in step.targets if isinstance(target, ast.Name)}
            found = found | names if _is_plain(step.value) else found - names
        elif isinstance(step, ast.Import | ast.ImportFrom):
            found |= bound(step)
    return found | {"pytest"}


def _is_plain(value: ast.expr) -> bool:
    match value:
        case ast.Constant() | ast.JoinedStr():
            return True
        case ast.Tuple(elts=items):
            return all(map(_is_plain, items))
        case ast.UnaryOp(operand=operand):
            return _is_plain(operand)
        case ast.BinOp(left=left, right=right):
            return _is_plain(left) and _is_plain(right)
        case _:
            return False


def _flat(statements: Sequence[ast.stmt]) -> list[ast.stmt]:
    """Return statements without those that say nothing: docstrings, prints, `pass`."""
    return [
        node
        for node in statements
        if not isinstance(node, ast.Pass | ast.Return | ast.Global)
        and not is_docstring(node)
        and not ast.unparse(node).startswith("print(")
    ]


def _unrolled(statements: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield statements with loops over written-out cases as one claim a case."""
    tables = {
        target.id: node.value
        for node in statements
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.List | ast.Tuple)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in statements:
        cases = _cases(node, tables) if isinstance(node, ast.For) and is_claim(node) else None
        if not isinstance(node, ast.For) or cases is None:
            yield node
            continue
        for case in cases:
            yield from _flat(substituted(node.body, case))


def _cases(
    loop: ast.For, tables: dict[str, ast.List | ast.Tuple]
) -> list[dict[str, ast.expr]] | None:
    rows: ast.expr = loop.iter
    if isinstance(rows, ast.Name) and rows.id in tables:
        rows = tables[rows.id]
    match rows:
        case ast.Call(func=ast.Attribute(value=ast.Dict(keys=keys, values=values), attr="items")):
            pairs = zip(keys, values, strict=True)
            rows = ast.List([ast.Tuple([k, v], ast.Load()) for k, v in pairs if k], ast.Load())
        case _:
            pass
    if not isinstance(rows, ast.List | ast.Tuple) or loop.orelse or _rebinds(loop):
        return None
    found = [bindings(loop.target, row) for row in rows.elts[:_MOST_CASES]]
    return None if any(case is None for case in found) else [case for case in found if case]


def _rebinds(loop: ast.For) -> bool:
    """Tell whether the body of a loop cannot be written once for each case."""
    inside = [node for step in loop.body for node in ast.walk(step)]
    if any(isinstance(node, ast.Break | ast.Continue) for node in inside):
        return True
    return bool(bound(loop.target) & set().union(*map(bound, loop.body)))


def bindings(target: ast.expr, value: ast.expr) -> dict[str, ast.expr] | None:
    """Return what each name of a target is bound to by a value that is written out."""
    match target, value:
        case ast.Name(id=name), _:
            return {name: value}
        case (
            (ast.Tuple(elts=names) | ast.List(elts=names)),
            (ast.Tuple(elts=values) | ast.List(elts=values)),
        ) if len(names) == len(values):
            found: dict[str, ast.expr] = {}
            for one, other in zip(names, values, strict=True):
                inner = bindings(one, other)
                if inner is None:
                    return None
                found |= inner
            return found
        case _:
            return None


def substituted(statements: Sequence[ast.stmt], case: dict[str, ast.expr]) -> list[ast.stmt]:
    """Return statements with names replaced by what they stand for."""

    class Putting(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.expr:
            if isinstance(node.ctx, ast.Load) and node.id in case:
                return copy.deepcopy(case[node.id])
            return node

    return [Putting().visit(copy.deepcopy(node)) for node in statements]
