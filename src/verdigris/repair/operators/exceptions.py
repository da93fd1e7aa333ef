"""Errors: the wrong type raised or caught, one more caught, one let through."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from verdigris.repair.operators import blocks
from verdigris.repair.operators.base import Draft, Operator, Site
from verdigris.repair.operators.ingredients import likeness

_USUAL = (
    "ValueError", "TypeError", "KeyError", "IndexError", "AttributeError", "ZeroDivisionError",
    "RuntimeError", "LookupError", "StopIteration", "FileNotFoundError", "OSError",
    "NotImplementedError", "ArithmeticError", "OverflowError", "UnicodeDecodeError",
    "PermissionError", "TimeoutError", "AssertionError", "Exception",
)  # fmt: skip
_NEAR = {
    frozenset(pair.split())
    for pair in (
        "ValueError TypeError", "KeyError IndexError", "IndexError ValueError",
        "KeyError ValueError",
        "KeyError AttributeError", "KeyError LookupError", "IndexError LookupError",
        "ZeroDivisionError ValueError", "FileNotFoundError OSError", "RuntimeError ValueError",
        "ZeroDivisionError ArithmeticError", "AttributeError TypeError", "StopIteration IndexError",
        "NotImplementedError TypeError", "OverflowError ValueError", "KeyError TypeError",
    )
}  # fmt: skip


def _types(site: Site) -> list[str]:
    """Return error types that may be named here: the file's own first."""
    own = [n for n in site.scope.names if n.endswith(("Error", "Exception")) and n[:1].isupper()]
    return list(dict.fromkeys([*own, *_USUAL]))


def _fit(site: Site, old: str, new: str) -> float:
    if frozenset((old, new)) in _NEAR:
        return 0.9
    if new in site.scope.names:
        return 0.6 + 0.3 * likeness(old, new)
    return 0.15 if new == "Exception" else 0.3


def _ranked(site: Site, old: str, most: int) -> list[tuple[str, float]]:
    rows = [(name, _fit(site, old, name)) for name in _types(site) if name != old]
    return sorted(rows, key=lambda row: -row[1])[:most]


def raised(site: Site) -> Iterator[Draft]:
    assert isinstance(site.node, ast.Raise)
    error = site.node.exc
    kind = error.func if isinstance(error, ast.Call) else error
    if isinstance(kind, ast.Name):
        for name, fit in _ranked(site, kind.id, 14):
            yield from site.put(name, fit, kind)
    if error is not None and isinstance(site.source.parent(site.node), ast.ExceptHandler):
        yield from site.put("raise", 0.3)


def caught(site: Site) -> Iterator[Draft]:
    assert isinstance(site.node, ast.ExceptHandler)
    kind = site.node.type
    if isinstance(kind, ast.Name):
        for name, fit in _ranked(site, kind.id, 14):
            yield from site.put(name, fit, kind)
            if name != "Exception":
                yield from site.put(f"({kind.id}, {name})", fit * 0.9, kind)
    elif isinstance(kind, ast.Tuple) and kind.elts:
        has = {site.text(each) for each in kind.elts}
        for name, fit in _ranked(site, site.text(kind.elts[-1]), 8):
            if name not in has and (span := site.source.span(kind.elts[-1])):
                yield site.at(span[1], span[1], f", {name}", f"`{name}` is caught as well", fit)
        for each in kind.elts:
            rest = [site.text(e) for e in kind.elts if e is not each]
            text = rest[0] if len(rest) == 1 else f"({', '.join(rest)})"
            if rest:
                yield from site.put(text, 0.4, kind)


def handled(site: Site) -> Iterator[Draft]:
    """Raise a caught error again, skip it, or answer with a plain value."""
    assert isinstance(site.node, ast.ExceptHandler)
    handler = site.node
    last = handler.body[-1]
    if isinstance(last, ast.Pass | ast.Return | ast.Continue | ast.Break | ast.Raise):
        own = site.text(last)
        for place, text in enumerate(
            ("raise", "continue", "return None", "return False", "pass", "break")
        ):
            if text != own:
                yield from site.put(text, 0.7 * 0.85**place, last)
    else:
        yield from blocks.after(site.source, last, "raise", 0.5)


def not_implemented(site: Site) -> Iterator[Draft]:
    """Say `NotImplemented` to a stranger instead of raising, and the other way round."""
    node = site.node
    if isinstance(node, ast.Raise) and "NotImplemented" in site.text():
        yield from site.put("return NotImplemented")
    elif isinstance(node, ast.Return) and site.text(node.value) in (
        "NotImplementedError",
        "NotImplemented",
    ):
        yield from site.put("raise NotImplementedError", 0.8)
        yield from site.put("return NotImplemented", 0.6)
    elif isinstance(node, ast.Return) and site.function is not None:
        operators = (
            "__eq__",
            "__lt__",
            "__le__",
            "__gt__",
            "__ge__",
            "__add__",
            "__mul__",
            "__sub__",
        )
        if site.function.name in operators and isinstance(node.value, ast.Constant):
            yield from site.put("return NotImplemented", 0.6)


def tried(site: Site) -> Iterator[Draft]:
    """Try a statement that may fail: the loop goes on, or a plain value is given."""
    assert isinstance(site.node, ast.stmt)
    node, source = site.node, site.source
    lines = source.lines_of(node)
    if lines is None or blocks.has_long_text(node) or site.function is None:
        return
    kinds = [*_risks(site, node)]
    indent = source.indent_of(node)
    body = blocks.reindented(source, node, indent + source.indent_unit)
    if body is None or not kinds:
        return
    loop = isinstance(source.parent(node), ast.For | ast.While)
    answers = ["continue", "pass"] if loop else ["return None", "return False", "pass", "return 0"]
    for kind in kinds[:2]:
        for place, answer in enumerate(answers):
            head, middle = f"{indent}try:", f"{indent}except {kind}:"
            text = source.newline.join(
                [head, body + middle, f"{indent}{source.indent_unit}{answer}", ""]
            )
            what = f"line {node.lineno} is tried, on {kind} `{answer}`"
            yield site.at(*lines, text, what, 0.8**place)


def _risks(site: Site, node: ast.stmt) -> Iterator[str]:
    for inner in ast.walk(node):
        if isinstance(inner, ast.Call) and getattr(inner.func, "id", "") in ("int", "float"):
            yield "ValueError"
        elif isinstance(inner, ast.Subscript) and isinstance(inner.ctx, ast.Load):
            dict_like = "dict" in site.scope.types_of(inner.value)
            yield (
                "KeyError"
                if dict_like or not isinstance(inner.slice, ast.Constant)
                else "IndexError"
            )
        elif isinstance(inner, ast.BinOp) and isinstance(
            inner.op, ast.Div | ast.FloorDiv | ast.Mod
        ):
            yield "ZeroDivisionError"
        elif isinstance(inner, ast.Call) and getattr(inner.func, "id", "") == "next":
            yield "StopIteration"


OPERATORS = (
    Operator("error.raised", 0.6, (ast.Raise,), raised, "`raise KeyError` → `raise ValueError`"),
    Operator("error.caught", 0.6, (ast.ExceptHandler,), caught,
             "`except KeyError` → `except (KeyError, IndexError)`"),
    Operator("error.handled", 0.4, (ast.ExceptHandler,), handled, "`pass` → `raise`"),
    Operator("error.comparison", 0.6, (ast.Raise, ast.Return), not_implemented,
             "`return False` → `return NotImplemented`"),
    Operator("error.tried", 0.1, (ast.Assign, ast.Return, ast.Expr, ast.AugAssign), tried,
             "`try: …`, `except ValueError: continue`"),
)  # fmt: skip
