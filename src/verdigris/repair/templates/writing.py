"""From a rewritten tree to splices: only what differs is written, in the file's own words.

Old nodes that live on in the new tree keep their text, with quotes, comments and line breaks.
"""

from __future__ import annotations

import ast
import copy
import re
import textwrap
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from verdigris.repair.idea import Splice
from verdigris.repair.operators.placing import Tie, fitted, tie
from verdigris.repair.source import Source
from verdigris.repair.templates.trees import fields, is_alone, is_block, key

_STAND_IN = re.compile(r"\bkept_(\d+)_\b")
_STAND_IN_LINE = re.compile(r"^([ \t]*)lines_(\d+)_$", re.MULTILINE)


class Unwritable(Exception):
    """The text gives no place for this edit, such as inside an f-string."""


def write_expression(source: Source, old: ast.expr, new: ast.expr) -> tuple[Splice, ...]:
    """Return the splices that turn an expression of the file into another. Raises Unwritable."""
    return _Writer(source).settle(lambda writer: writer.node(old, new))


def write_statements(
    source: Source, block: list[ast.stmt], start: int, end: int, new: Sequence[ast.AST]
) -> tuple[Splice, ...]:
    """Return the splices that turn statements of a block into others. Raises Unwritable."""
    after = [*block[:start], *(n for n in new if isinstance(n, ast.stmt)), *block[end:]]
    return _Writer(source).settle(lambda writer: writer.block(block, after))


class _Writer:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.splices: list[Splice] = []

    def settle(self, work: Callable[[_Writer], None]) -> tuple[Splice, ...]:
        work(self)
        made = sorted(self.splices)
        for one, other in pairwise(made):
            if one.end > other.start:
                raise Unwritable
        return tuple(made)

    def node(self, old: Any, new: Any) -> None:
        """Rewrite below a node where that is enough, else the node itself."""
        if old is new or key(old) == key(new):
            return
        mark = len(self.splices)
        if type(old) is type(new) and isinstance(old, ast.AST):
            try:
                self._below(old, new)
                return
            except Unwritable:
                del self.splices[mark:]
        self._whole(old, new)

    def _below(self, old: ast.AST, new: ast.AST) -> None:
        if isinstance(old, ast.JoinedStr):
            raise Unwritable
        for (_, a), (_, b) in zip(fields(old), fields(new), strict=True):
            if a is b or key(a) == key(b):
                continue
            if is_block(a) and is_block(b):
                self.block(a, b)
            elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
                for x, y in zip(a, b, strict=True):
                    self.node(x, y)
            else:
                self.node(a, b)

    def _whole(self, old: Any, new: Any) -> None:
        span = self.source.span(old) if is_alone(old) and is_alone(new) else None
        if span is None:
            raise Unwritable
        text = self.expression(new)
        self.splices.append(Splice(*span, fitted(text, self.source.parent(old), old)))

    # Statements

    def block(self, old: list[ast.stmt], new: list[ast.stmt]) -> None:
        """Rewrite a block of the file, leaving what both have at its ends."""
        keys, others = [key(s) for s in old], [key(s) for s in new]
        head = 0
        while head < min(len(old), len(new)) and keys[head] == others[head]:
            head += 1
        tail = 0
        while tail < min(len(old), len(new)) - head and keys[-1 - tail] == others[-1 - tail]:
            tail += 1
        gone, come = old[head : len(old) - tail], new[head : len(new) - tail]
        if len(gone) == len(come) and self._in_place(gone, come):
            return
        if not come and not head and not tail:
            come = [ast.Pass()]
        self._lines(old, head, gone, come)

    def _in_place(self, gone: list[ast.stmt], come: list[ast.stmt]) -> bool:
        mark = len(self.splices)
        try:
            for a, b in zip(gone, come, strict=True):
                if type(a) is not type(b):
                    raise Unwritable
                self._below(a, b)
        except Unwritable:
            del self.splices[mark:]
            return False
        return True

    def _lines(
        self, block: list[ast.stmt], at: int, gone: list[ast.stmt], come: list[ast.stmt]
    ) -> None:
        near = gone or block[at : at + 1] or block[at - 1 : at]
        places = [self.source.lines_of(s) for s in near]
        if not all(places):
            raise Unwritable
        first, last = places[0], places[-1]
        assert first is not None and last is not None
        text = self.statements(come, self.source.indent_of(near[0]))
        if gone:
            start, end = first[0], last[1]
        else:
            start = end = first[0] if at < len(block) else last[1]
        if text and start and not self.source.text[:start].endswith(("\n", "\r")):
            text = self.source.newline + text  # after a last line that has no end
        self.splices.append(Splice(start, end, text))

    # Text

    def expression(self, node: ast.expr) -> str:
        kept: list[str] = []
        made = self._with_stand_ins(node, kept)
        text = ast.unparse(ast.fix_missing_locations(made))
        return _STAND_IN.sub(lambda m: kept[int(m.group(1))], text)

    def _with_stand_ins(self, node: Any, kept: list[str]) -> Any:
        """Put names in place of the file's own code, which unparsing would spell its own way."""
        if isinstance(node, list):
            return [self._with_stand_ins(one, kept) for one in node]
        if not isinstance(node, ast.AST) or isinstance(node, ast.JoinedStr):
            return node
        if (text := self._own_text(node)) and isinstance(node, ast.expr):
            kept.append(text)
            return ast.Name(f"kept_{len(kept) - 1}_", ast.Load())
        made = copy.copy(node)
        for name, value in fields(node):
            setattr(made, name, self._with_stand_ins(value, kept))
        return made

    def _own_text(self, node: ast.AST) -> str:
        """Return the file's text for a node, where it can stand anywhere as it is."""
        if node not in self.source.parents or not is_alone(node) or tie(node) < Tie.ATOM:
            return ""
        if isinstance(node, ast.Constant) and not isinstance(node.value, str | bytes):
            return ""  # `1.real` needs the space that unparsing knows of
        text = self.source.segment(node)
        if isinstance(node, ast.GeneratorExp) and not text.startswith("("):
            return ""
        return "" if "\n" in text or "\r" in text else text

    def statements(self, nodes: Sequence[ast.stmt], indent: str) -> str:
        """Return the text of statements with their line ends, at an indentation."""
        if not nodes:
            return ""
        kept: list[str] = []
        lines: list[str] = []
        made = [self._statement(node, kept, lines) for node in nodes]
        text = "\n".join(ast.unparse(ast.fix_missing_locations(one)) for one in made)
        text = _STAND_IN.sub(lambda m: kept[int(m.group(1))], text)
        text = _reindented(text, self.source.indent_unit)
        text = _STAND_IN_LINE.sub(
            lambda m: textwrap.indent(lines[int(m.group(2))], m.group(1)), text
        )
        text = textwrap.indent(text, indent)
        return text.replace("\n", self.source.newline) + self.source.newline

    def _statement(self, node: ast.stmt, kept: list[str], lines: list[str]) -> ast.stmt:
        if text := self._own_lines(node):
            lines.append(text)
            return ast.Expr(ast.Name(f"lines_{len(lines) - 1}_", ast.Load()))
        made = copy.copy(node)
        for name, value in fields(node):
            setattr(made, name, self._inside(value, kept, lines))
        return made

    def _inside(self, value: Any, kept: list[str], lines: list[str]) -> Any:
        if is_block(value):
            return [self._statement(one, kept, lines) for one in value]
        if isinstance(value, list):
            return [self._inside(one, kept, lines) for one in value]
        if isinstance(value, ast.ExceptHandler | ast.match_case):
            made = copy.copy(value)
            for name, inner in fields(value):
                setattr(made, name, self._inside(inner, kept, lines))
            return made
        return self._with_stand_ins(value, kept)

    def _own_lines(self, node: ast.stmt) -> str:
        """Return the file's lines for a statement, without indentation, where they can move."""
        if node not in self.source.parents or (place := self.source.lines_of(node)) is None:
            return ""
        text = self.source.text[place[0] : place[1]].rstrip("\r\n")
        strings = (ast.Constant, ast.JoinedStr)
        if any(isinstance(n, strings) and n.lineno != n.end_lineno for n in ast.walk(node)):
            return ""  # moving would change what is inside a string of several lines
        if "\t" in text or "\r" in text.replace("\r\n", "\n"):
            return ""
        return textwrap.dedent(text.replace("\r\n", "\n"))


def _reindented(text: str, unit: str) -> str:
    """Use the file's own width of indentation where unparsing has four spaces."""
    if unit == "    " or '"""' in text or "'''" in text:
        return text

    def line(match: re.Match[str]) -> str:
        return unit * (len(match.group()) // 4)

    return re.sub(r"^(?:    )+", line, text, flags=re.MULTILINE)
