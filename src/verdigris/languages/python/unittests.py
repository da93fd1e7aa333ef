"""Tests in other styles rewritten as plain ones: unittest's methods, and `try` with `except`."""

from __future__ import annotations

import ast
from collections.abc import Sequence

_COMPARES: dict[str, type[ast.cmpop]] = {
    "assertEqual": ast.Eq, "assertEquals": ast.Eq, "assertNotEqual": ast.NotEq,
    "assertIs": ast.Is, "assertIsNot": ast.IsNot, "assertIn": ast.In, "assertNotIn": ast.NotIn,
    "assertGreater": ast.Gt, "assertGreaterEqual": ast.GtE, "assertLess": ast.Lt,
    "assertLessEqual": ast.LtE, "assertListEqual": ast.Eq, "assertDictEqual": ast.Eq,
    "assertTupleEqual": ast.Eq, "assertSetEqual": ast.Eq, "assertMultiLineEqual": ast.Eq,
    "assertSequenceEqual": ast.Eq,
}  # fmt: skip
_RAISES = ("assertRaises", "assertRaisesRegex")


def plain(statements: Sequence[ast.stmt]) -> list[ast.stmt]:
    """Return statements with unittest's assertions as `assert` and `with pytest.raises`."""
    caught = _Caught(_kept_by_raises(statements))
    return [caught.visit(made) for node in statements for made in _plain(node)]


def _kept_by_raises(statements: Sequence[ast.stmt]) -> set[str]:
    """Return the names that what was raised is kept under: `with self.assertRaises(X) as name`."""
    return {
        item.optional_vars.id
        for node in statements
        for inner in ast.walk(node)
        if isinstance(inner, ast.With)
        for item in inner.items
        if isinstance(item.optional_vars, ast.Name) and _raises(item.context_expr) is not None
    }


class _Caught(ast.NodeTransformer):
    """What unittest calls the `exception` that it caught is the `value` for pytest."""

    def __init__(self, names: set[str]) -> None:
        self._names = names

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        self.generic_visit(node)
        known = isinstance(node.value, ast.Name) and node.value.id in self._names
        if node.attr == "exception" and known:
            return ast.copy_location(ast.Attribute(node.value, "value", node.ctx), node)
        return node


def _plain(node: ast.stmt) -> list[ast.stmt]:
    match node:
        case ast.Expr(
            value=ast.Call(func=ast.Attribute(value=ast.Name(id="self"), attr=name)) as call
        ):
            made = _assertion(name, call)
            return [made] if made else [node]
        case ast.With(items=[ast.withitem(context_expr=context, optional_vars=bound)], body=body):
            if (raises := _raises(context)) is not None:
                return [_fresh(ast.With([ast.withitem(raises, bound)], list(body)), node)]
            inner = [step for one in body for step in _plain(one)]
            # Each case of `with self.subTest(...)` stands by itself.
            return inner if _is_sub_test(context) else [_with_body(node, inner)]
        case ast.Try():
            return [_expected_failure(node) or node]
        case ast.For() | ast.If() | ast.With():
            return [_with_body(node, [step for one in node.body for step in _plain(one)])]
        case _:
            return [node]


def _with_body(node: ast.stmt, body: list[ast.stmt]) -> ast.stmt:
    fields = {name: getattr(node, name) for name in node._fields}
    return _fresh(type(node)(**{**fields, "body": body}), node)


def _fresh(made: ast.stmt, old: ast.AST) -> ast.stmt:
    return ast.fix_missing_locations(ast.copy_location(made, old))


def _is_sub_test(context: ast.expr) -> bool:
    return isinstance(context, ast.Call) and ast.unparse(context.func) == "self.subTest"


def _assertion(name: str, call: ast.Call) -> ast.stmt | None:
    arguments = call.args
    test: ast.expr
    match arguments:
        case [one, *_] if name in ("assertTrue", "assertFalse"):
            test = one if name == "assertTrue" else ast.UnaryOp(ast.Not(), one)
        case [one, *_] if name in ("assertIsNone", "assertIsNotNone"):
            op = ast.Is() if name == "assertIsNone" else ast.IsNot()
            test = ast.Compare(one, [op], [ast.Constant(None)])
        case [one, other, *_] if name in _COMPARES:
            test = ast.Compare(one, [_COMPARES[name]()], [other])
        case [one, other, *_] if name in ("assertIsInstance", "assertNotIsInstance"):
            test = ast.Call(ast.Name("isinstance", ast.Load()), [one, other], [])
            test = ast.UnaryOp(ast.Not(), test) if "Not" in name else test
        case [one, other, *_] if name == "assertCountEqual":
            test = ast.Compare(_in_order(one), [ast.Eq()], [_in_order(other)])
        case [one, other, *_] if name == "assertAlmostEqual":
            test = ast.Compare(one, [ast.Eq()], [_approximately(other, call)])
        case [error, called, *rest] if name == "assertRaises":
            body = ast.Expr(ast.Call(called, rest, call.keywords))
            return _fresh(ast.With([ast.withitem(_pytest_raises([error], []))], [body]), call)
        case [error, words, called, *rest] if name == "assertRaisesRegex":
            body = ast.Expr(ast.Call(called, rest, call.keywords))
            raises = _pytest_raises([error], [ast.keyword("match", words)])
            return _fresh(ast.With([ast.withitem(raises)], [body]), call)
        case _:
            return None
    return _fresh(ast.Assert(test), call)


def _in_order(value: ast.expr) -> ast.expr:
    key = ast.keyword("key", ast.Name("repr", ast.Load()))
    return ast.Call(ast.Name("sorted", ast.Load()), [value], [key])


def _approximately(value: ast.expr, call: ast.Call) -> ast.expr:
    given = {word.arg: word.value for word in call.keywords}
    margin: ast.expr = ast.Constant(1e-7)
    places = given.get("places", call.args[2] if len(call.args) > 2 else None)
    if "delta" in given:
        margin = given["delta"]
    elif isinstance(places, ast.Constant) and isinstance(places.value, int):
        margin = ast.Constant(0.5 * 10.0 ** -min(places.value, 30))
    return ast.Call(_pytest("approx"), [value], [ast.keyword("abs", margin)])


def _pytest(name: str) -> ast.expr:
    return ast.Attribute(ast.Name("pytest", ast.Load()), name, ast.Load())


def _pytest_raises(arguments: list[ast.expr], keywords: list[ast.keyword]) -> ast.expr:
    return ast.Call(_pytest("raises"), arguments, keywords)


def _raises(context: ast.expr) -> ast.expr | None:
    """Return `pytest.raises(...)` for what unittest calls `self.assertRaises(...)`."""
    match context:
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id="self"), attr=name), args=[error, *rest]
        ):
            if name not in _RAISES:
                return None
            match = [ast.keyword("match", rest[0])] if name.endswith("Regex") and rest else []
            return _pytest_raises([error], match)
        case _:
            return None


def _expected_failure(node: ast.Try) -> ast.stmt | None:
    """Return `with pytest.raises(X)` for `try: call(); assert False; except X: pass`."""
    if len(node.handlers) != 1 or node.finalbody or node.handlers[0].type is None:
        return None
    handler = node.handlers[0]
    steps = [*node.body, *node.orelse]
    if len(steps) < 2 or not _fails(steps[-1]) or not all(map(_says_nothing, handler.body)):
        return None
    assert handler.type is not None
    item = ast.withitem(_pytest_raises([handler.type], []))
    return _fresh(ast.With([item], steps[:-1]), node)


def _fails(node: ast.stmt) -> bool:
    match node:
        case ast.Assert(test=ast.Constant(value=value)):
            return not value
        case ast.Raise():
            return "AssertionError" in ast.unparse(node)
        case ast.Expr(value=ast.Call(func=func)):
            return ast.unparse(func) in ("pytest.fail", "self.fail")
        case _:
            return False


def _says_nothing(node: ast.stmt) -> bool:
    match node:
        case ast.Pass() | ast.Expr(value=ast.Constant()):
            return True
        case ast.Assert(test=ast.Constant(value=value)):
            return bool(value)
        case _:
            return False
