"""What a change of Python files looks like: how large it is, what it takes away, what it adds.

Pure, over two texts. Nothing here says whether that is good: see `choice`.
"""

from __future__ import annotations

import ast
import difflib
import io
import tokenize
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from verdigris.core.parsing import NOT_PYTHON

_NOT_PYTHON = (*NOT_PYTHON, tokenize.TokenError)
_LAYOUT = {
    tokenize.NEWLINE, tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.COMMENT,
    tokenize.ENCODING, tokenize.ENDMARKER,
}  # fmt: skip
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_ORDERS: dict[type[ast.AST], str] = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
_PATCHES = {"abs", "bool", "float", "int", "max", "min", "round", "str"}
_PLAIN_TYPES = {"int", "float", "str", "bool", "bytes", "list", "dict", "tuple", "set", "frozenset"}


@dataclass(frozen=True)
class Shape:
    """A text as its syntax tree shows it; two of them are compared."""

    statements: int = 0
    conditions: int = 0
    """Tests that are no constants, and each part of one that is joined by and/or."""
    settled: int = 0
    """Tests that are constants: `if True`."""
    computed_returns: int = 0
    literal_returns: tuple[str, ...] = ()
    equalities: tuple[str, ...] = ()
    """Literals that something is compared with for being the same."""
    literals: frozenset[str] = frozenset()
    expressions: Counter[str] = field(default_factory=Counter)
    """Comparisons, with names and numbers left out: `_ < len(_)`."""
    patches: int = 0
    """What is put around a value instead of mending where it comes from: `min(x, y)`."""
    offsets: int = 0
    """Numbers that are moved by one: `n - 1`."""
    bounds: Counter[str] = field(default_factory=Counter)
    """How often each comparison by order is made."""
    reckoned_truths: int = 0
    """Sums with the outcome of a comparison: `(a < b) - 1`."""
    unread: int = 0
    """Arguments that nothing in their function reads."""
    single: int = 0
    """Loops that never come round: a `return` or `break` at their end, whatever happens."""


def shape(text: str) -> Shape | None:
    """Return what there is to count in a text; None when it is not Python."""
    try:
        tree = _parsed(text)
        nodes = list(ast.walk(tree))
        tests = [part for node in nodes for part in _tests(node)]
        returns = [node.value for node in nodes if isinstance(node, ast.Return) and node.value]
        return Shape(
            statements=sum(isinstance(n, ast.stmt) and not isinstance(n, ast.Pass) for n in nodes),
            conditions=sum(_parts(test) for test in tests if not isinstance(test, ast.Constant)),
            settled=sum(isinstance(test, ast.Constant) for test in tests),
            computed_returns=sum(1 for value in returns if _literal(value) is None),
            literal_returns=tuple(shown for value in returns if (shown := _literal(value))),
            equalities=tuple(shown for node in nodes for shown in _equalities(node)),
            literals=frozenset(shown for n in nodes if (shown := _literal(n)) is not None),
            expressions=Counter(_bare(node) for node in nodes if isinstance(node, ast.Compare)),
            patches=sum(map(_is_patch, nodes)),
            offsets=sum(map(_is_offset, nodes)),
            bounds=Counter(_ORDERS[type(n)] for n in nodes if type(n) in _ORDERS),
            reckoned_truths=sum(map(_reckons_with_truth, nodes)),
            unread=sum(len(_unread(node)) for node in nodes if isinstance(node, _FUNCTIONS)),
            single=sum(isinstance(node, _LOOPS) and _is_single(node) for node in nodes),
        )
    except _NOT_PYTHON:
        return None


def _is_patch(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") in _PATCHES


def _is_offset(node: ast.AST) -> bool:
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Add | ast.Sub):
        return False
    return any(isinstance(one, ast.Constant) and one.value == 1 for one in (node.left, node.right))


def _reckons_with_truth(node: ast.AST) -> bool:
    # A factor may be one on purpose: `(n > 50) * surcharge`.
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Add | ast.Sub):
        return False
    return any(map(_is_truth, (node.left, node.right)))


def _is_truth(node: ast.expr) -> bool:
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Not)
    if isinstance(node, ast.BoolOp):
        return all(map(_is_truth, node.values))  # else it is a value: `row.get("n") or 0`
    plain = isinstance(node, ast.Constant) and isinstance(node.value, bool)
    return plain or isinstance(node, ast.Compare)


def _is_single(loop: ast.For | ast.AsyncFor | ast.While) -> bool:
    leaves = any(isinstance(one, ast.Return | ast.Break | ast.Raise) for one in loop.body)
    return leaves and not any(map(_continues, loop.body))


def _continues(node: ast.AST) -> bool:
    """Tell whether a statement may go on with the loop that it stands in."""
    if isinstance(node, ast.Continue):
        return True
    if isinstance(node, (*_LOOPS, *_FUNCTIONS, ast.ClassDef)):
        return any(map(_continues, getattr(node, "orelse", ())))
    return any(map(_continues, ast.iter_child_nodes(node)))


def _unread(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    given = function.args
    inside = (node for statement in function.body for node in ast.walk(statement))
    read = {n.id for n in inside if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    return {one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs)} - read


def _parsed(text: str) -> ast.Module:
    return ast.parse(text.removeprefix("\ufeff"))


def literals(text: str) -> frozenset[str]:
    """Return the literals of a text, as `repr` shows them; none when it is not Python."""
    found = shape(text)
    return found.literals if found else frozenset()


def _tests(node: ast.AST) -> Iterator[ast.expr]:
    if isinstance(node, ast.If | ast.IfExp):
        yield node.test
    elif isinstance(node, ast.While):
        if not (isinstance(node.test, ast.Constant) and node.test.value is True):
            yield node.test  # `while True` is a way to write a loop
    elif isinstance(node, ast.comprehension):
        yield from node.ifs


def _parts(test: ast.expr) -> int:
    if isinstance(test, ast.BoolOp):
        return sum(map(_parts, test.values))
    return 1


def _literal(node: ast.AST) -> str | None:
    if not isinstance(node, ast.expr):
        return None
    try:
        return repr(ast.literal_eval(node))
    except (*_NOT_PYTHON, TypeError):
        return None


def _equalities(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Compare):
        for op, right in zip(node.ops, node.comparators, strict=True):
            if isinstance(op, ast.In | ast.NotIn) and isinstance(
                right, ast.Tuple | ast.List | ast.Set
            ):
                yield from (shown for one in right.elts if (shown := _literal(one)))
            elif isinstance(op, ast.Eq | ast.NotEq | ast.Is | ast.IsNot):
                yield from (shown for one in (node.left, right) if (shown := _literal(one)))
    elif isinstance(node, ast.MatchValue) and (shown := _literal(node.value)):
        yield shown


def _bare(node: ast.expr) -> str:
    """Return an expression with its variables and numbers left out."""
    copy = ast.parse(ast.unparse(node), mode="eval")
    called = {part.func for part in ast.walk(copy) if isinstance(part, ast.Call)}
    for part in ast.walk(copy):
        if isinstance(part, ast.Name) and part not in called:
            part.id = "_"
        elif isinstance(part, ast.Constant) and isinstance(part.value, int | float):
            part.value = 0
    return ast.unparse(copy)


def size(before: str, after: str) -> int:
    """Return how many tokens differ between two texts."""
    try:
        old, new = _tokens(before), _tokens(after)
    except _NOT_PYTHON:
        old, new = before.split(), after.split()
    start = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), None)
    if start is None:
        return abs(len(old) - len(new))
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    old, new = old[start : len(old) - end], new[start : len(new) - end]
    matcher = difflib.SequenceMatcher(None, old[:2000], new[:2000], autojunk=False)
    return sum(
        max(b - a, d - c) for tag, a, b, c, d in matcher.get_opcodes() if tag != "equal"
    ) or abs(len(old) - len(new))


def _tokens(text: str) -> list[str]:
    read = io.StringIO(text).readline
    return [t.string for t in tokenize.generate_tokens(read) if t.type not in _LAYOUT]


def touched(before: str, after: str) -> frozenset[str] | None:
    """Return the functions whose code differs, by dotted name; None when the files are not Python.

    A function inside another counts as that one. What differs outside of functions is `""`.
    """
    try:
        old, new = _functions(before), _functions(after)
    except _NOT_PYTHON:
        return None
    return frozenset(name for name in {*old, *new} if old.get(name, "") != new.get(name, ""))


def functions(text: str) -> tuple[str, ...]:
    """Return the dotted names of the functions of a text that are not inside another."""
    try:
        return tuple(name for name in _functions(text) if name)
    except _NOT_PYTHON:
        return ()


def _functions(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    rest: list[str] = []

    def walk(body: list[ast.stmt], owner: str) -> None:
        for node in body:
            if isinstance(node, _FUNCTIONS):
                name = owner + node.name
                found[name] = found.get(name, "") + ast.dump(node)
            elif isinstance(node, ast.ClassDef):
                rest.append(ast.dump(ast.ClassDef(
                    name=node.name, bases=node.bases, keywords=node.keywords, body=[],
                    decorator_list=node.decorator_list)))  # fmt: skip
                walk(node.body, f"{owner}{node.name}.")
            else:
                rest.append(ast.dump(node))

    walk(_parsed(text).body, "")
    return {**found, "": "\n".join(rest)}


def annotated(text: str) -> dict[str, frozenset[str]]:
    """Return what functions say they return, by dotted name, as far as it is plain types."""
    found: dict[str, frozenset[str]] = {}

    def walk(body: list[ast.stmt], owner: str) -> None:
        for node in body:
            if isinstance(node, ast.ClassDef):
                walk(node.body, f"{owner}{node.name}.")
            elif isinstance(node, _FUNCTIONS) and node.returns is not None:
                names = _names(node.returns)
                if names:
                    found[owner + node.name] = names

    try:
        walk(_parsed(text).body, "")
    except _NOT_PYTHON:
        return {}
    return found


def _names(node: ast.expr) -> frozenset[str]:
    """Return the types an annotation allows; none where one of them is not plain."""
    if isinstance(node, ast.Constant) and node.value is None:
        return frozenset({"NoneType"})
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        left, right = _names(node.left), _names(node.right)
        return left | right if left and right else frozenset()
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        if node.value.id == "Optional":
            inner = _names(node.slice)
            return inner | {"NoneType"} if inner else frozenset()
        node = node.value
    name = node.id.lower() if isinstance(node, ast.Name) else ""
    return frozenset({name}) if name in _PLAIN_TYPES else frozenset()
