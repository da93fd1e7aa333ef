"""Branches: `elif` for `if`, a missing `else`, branches exchanged."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from verdigris.repair.idea import Splice
from verdigris.repair.operators import blocks
from verdigris.repair.operators.base import Draft, Operator, Site, becomes


def chained(site: Site) -> Iterator[Draft]:
    """Turn an `if` after an `if` into its `elif`, or the other way round."""
    assert isinstance(site.node, ast.If)
    node, source = site.node, site.source
    span = source.span(node)
    if span is None:
        return
    if site.text().startswith("elif"):
        owner = source.parent(node)
        if isinstance(owner, ast.If) and not node.orelse:
            yield _wide(site, span[0], span[0] + 4, "if", becomes("elif", "if"), 1.0)
        return
    block = source.block_of(node)
    at = next(i for i, s in enumerate(block) if s is node)
    previous = block[at - 1] if at else None
    if isinstance(previous, ast.If) and not _has_else(previous) and source.lines_of(previous):
        yield _wide(site, span[0], span[0] + 2, "elif", becomes("if", "elif"), 1.0)


def _wide(site: Site, start: int, end: int, new: str, what: str, fit: float) -> Draft:
    """Replace a word, taking the line break before it in: the statement before is concerned too."""
    line = site.source.line_start(site.source.line_at(start))
    text = site.source.text
    return Draft((Splice(line - 1, end, text[line - 1 : start] + new),), fit, what)


def _has_else(node: ast.If) -> bool:
    """Tell whether a chain of `if` and `elif` ends in an `else`."""
    while node.orelse:
        if len(node.orelse) != 1 or not isinstance(node.orelse[0], ast.If):
            return True
        node = node.orelse[0]
    return False


def otherwise(site: Site) -> Iterator[Draft]:
    """Let what follows an `if` happen only otherwise."""
    assert isinstance(site.node, ast.stmt)
    node, source = site.node, site.source
    block = source.block_of(node)
    at = next(i for i, s in enumerate(block) if s is node)
    previous = block[at - 1] if at else None
    if not isinstance(previous, ast.If | ast.For | ast.While | ast.Try):
        return
    lines = source.lines_of(node)
    if getattr(previous, "orelse", []) or lines is None or source.lines_of(previous) is None:
        return
    if isinstance(previous, ast.If) and isinstance(previous.body[-1], ast.Return | ast.Raise):
        return  # nothing follows it anyway
    indent = source.indent_of(node)
    body = blocks.reindented(source, node, indent + source.indent_unit)
    if body is not None and not blocks.has_long_text(node):
        # Widened by the line break before it: `else` belongs to the statement before.
        start = lines[0] - 1
        text = f"{source.text[start]}{indent}else:{source.newline}{body}"
        fit = 1.0 if isinstance(previous, ast.If) else 0.4
        yield site.at(start, lines[1], text, f"line {node.lineno} only otherwise", fit)


def always(site: Site) -> Iterator[Draft]:
    """Let what stands in the `else` happen in any case."""
    assert isinstance(site.node, ast.If | ast.For | ast.While)
    node, source = site.node, site.source
    if not node.orelse or isinstance(node.orelse[0], ast.If):
        return
    first, last = source.lines_of(node.orelse[0]), source.lines_of(node.orelse[-1])
    end = source.lines_of(node.body[-1])
    if (
        first is None
        or last is None
        or end is None
        or any(blocks.has_long_text(s) for s in node.orelse)
    ):
        return
    texts = [blocks.reindented(source, s, source.indent_of(node)) for s in node.orelse]
    if all(text is not None for text in texts):
        new = "".join(text or "" for text in texts)
        what = f"the `else` of line {node.lineno} happens in any case"
        yield site.at(end[1], last[1], new, what, 0.6)


_ANY = (ast.Expr, ast.Assign, ast.AugAssign, ast.Return, ast.Raise, ast.If, ast.For)
OPERATORS = (
    Operator("branch.chained", 0.5, (ast.If,), chained, "`if` → `elif`"),
    Operator("branch.otherwise", 0.3, _ANY, otherwise, "a missing `else`"),
    Operator("branch.always", 0.25, (ast.If, ast.For, ast.While), always, "an `else` too many"),
)
