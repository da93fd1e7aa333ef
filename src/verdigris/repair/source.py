"""A parsed Python file to make small edits in: exact places of nodes, parents, statements.

Edits are splices of the text, not a re-rendered tree: every byte outside a splice stays as it was,
and one costs microseconds. Which names a place can see is in `operators/scope.py`; nothing here
knows what an edit is good for.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from verdigris.core.parsing import NOT_PYTHON, parse, parses
from verdigris.repair.idea import Splice
from verdigris.repair.spans import Spans

Function = ast.FunctionDef | ast.AsyncFunctionDef
Part = ast.stmt | ast.ExceptHandler | ast.match_case
"""What has a header of its own: a simple statement, or a compound one up to its body."""
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
PARTS = (ast.stmt, ast.ExceptHandler, ast.match_case)

_BLANK_OR_COMMENT = re.compile(r"[ \t\f]*(#.*)?$")
_INDENT = re.compile(r"[ \t\f]*")
_BOM = "\ufeff"


def read_source(path: str, text: str) -> Source | None:
    """Return a file ready for edits, or None for a text that does not parse."""
    try:
        return Source(path, text)
    except NOT_PYTHON:
        return None


class Source:
    """Raises what `ast.parse` raises for a text that is not Python."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        self.shift = int(text.startswith(_BOM))
        self.tree = parse(text[self.shift :])
        self.newline = "\r\n" if "\r\n" in text else "\n"
        self.parents: dict[ast.AST, ast.AST] = {}
        self._spans = Spans(text, self.shift, self.parents)
        self._lines: dict[ast.stmt, tuple[int, int] | None] = {}
        self._blocks: dict[ast.AST, list[ast.stmt]] = {}
        self._read()

    def _read(self) -> None:
        stack: list[ast.AST] = [self.tree]
        while stack:
            node = stack.pop()
            for value in vars(node).values():
                if isinstance(value, list):
                    for child in value:
                        if isinstance(child, ast.AST) and not isinstance(child, _SHARED):
                            self.parents[child] = node
                            stack.append(child)
                            if isinstance(child, ast.stmt):
                                self._blocks[child] = value
                elif isinstance(value, ast.AST) and not isinstance(value, _SHARED):
                    self.parents[value] = node
                    stack.append(value)

    def line_at(self, offset: int) -> int:
        return self._spans.line_at(offset)

    def line_start(self, line: int) -> int:
        return self._spans.line_start(line)

    def line_end(self, line: int) -> int:
        """Return where the next line begins; the end of the text after the last one."""
        return self._spans.line_end(line)

    def span(self, node: ast.AST) -> tuple[int, int] | None:
        """Return where a node begins and ends; None where the tree does not tell."""
        return self._spans.of(node)

    def segment(self, node: ast.AST) -> str:
        span = self.span(node)
        return self.text[span[0] : span[1]] if span else ""

    def parent(self, node: ast.AST) -> ast.AST | None:
        return self.parents.get(node)

    def part_of(self, node: ast.AST) -> Part:
        """Return the statement, handler or case that a node belongs to."""
        while not isinstance(node, PARTS):
            node = self.parents[node]
        return node

    def statement_of(self, node: ast.AST) -> ast.stmt:
        while not isinstance(node, ast.stmt):
            node = self.parents[node]
        return node

    def block_of(self, statement: ast.stmt) -> list[ast.stmt]:
        return self._blocks[statement]

    def functions_around(self, node: ast.AST) -> Iterator[Function]:
        """Yield the functions a node is in, innermost first; a function is not in itself."""
        parent = self.parents.get(node)
        while parent is not None:
            if isinstance(parent, FUNCTIONS):
                yield parent
            parent = self.parents.get(parent)

    def function_of(self, node: ast.AST) -> Function | None:
        """Return the function whose code a node is: for a function itself, that function."""
        return node if isinstance(node, FUNCTIONS) else next(self.functions_around(node), None)

    def class_of(self, node: ast.AST) -> ast.ClassDef | None:
        parent = self.parents.get(node)
        while parent is not None and not isinstance(parent, ast.ClassDef):
            parent = self.parents.get(parent)
        return parent

    def name_of(self, node: ast.AST, *, inner: bool = False) -> str:
        """Return the dotted name of the function around a node, as `retrieval/outline.py` has it.

        A function inside a function counts as the outer one, unless `inner` asks for its own name.
        """
        names: list[str] = []
        current: ast.AST | None = self.function_of(node)
        while current is not None:
            if isinstance(current, FUNCTIONS):
                names = [current.name, *(names if inner else [])]
            elif isinstance(current, ast.ClassDef):
                names.insert(0, current.name)
            current = self.parents.get(current)
        return ".".join(names)

    def first_line(self, part: Part) -> int:
        if isinstance(part, ast.match_case):
            return part.pattern.lineno
        decorators: list[ast.expr] = getattr(part, "decorator_list", [])
        return min([part.lineno, *(d.lineno for d in decorators)])

    def header_end(self, part: Part) -> int:
        """Return the last line of a part's own code: of a compound one, the line before its body.

        A body on the header's line is not told apart from it.
        """
        body: list[ast.stmt] | None = getattr(part, "body", None)
        if not body:
            return getattr(part, "end_lineno", None) or self.first_line(part)
        return max(self.first_line(part), self.first_line(body[0]) - 1)

    @cached_property
    def parts_by_line(self) -> dict[int, list[Part]]:
        """The parts whose own code stands on a line, outermost first."""
        found: dict[int, list[Part]] = {}
        for part in [n for n in ast.walk(self.tree) if isinstance(n, PARTS)]:
            for line in range(self.first_line(part), self.header_end(part) + 1):
                found.setdefault(line, []).append(part)
        return found

    def own_nodes(self, part: Part) -> Iterator[ast.AST]:
        """Yield the nodes of a part's own code, outermost first, without statements inside it."""
        stack: list[ast.AST] = [part]
        while stack:
            node = stack.pop()
            yield node
            inner = [c for c in ast.iter_child_nodes(node) if not isinstance(c, PARTS)]
            stack.extend(reversed(inner))

    def lines_of(self, statement: ast.stmt) -> tuple[int, int] | None:
        """Return where a statement's lines begin and end, or None where it shares one."""
        if statement not in self._lines:
            self._lines[statement] = self._find_lines(statement)
        return self._lines[statement]

    def _find_lines(self, statement: ast.stmt) -> tuple[int, int] | None:
        if isinstance(statement, ast.If) and self.segment(statement).startswith("elif"):
            return None
        number = self.first_line(statement)
        first, span = self.line_start(number), self.span(statement)
        # What is decorated begins with its decorators, which always have lines of their own.
        shared = number == statement.lineno and span and self.text[first : span[0]].strip(" \t\f")
        if span is None or shared:
            return None
        last = statement.end_lineno or statement.lineno
        end = self.line_end(last)
        if not _BLANK_OR_COMMENT.match(self.text[span[1] : end].rstrip("\r\n")):
            return None
        return first, end

    def indent_of(self, statement: ast.stmt) -> str:
        found = _INDENT.match(self.text, self.line_start(self.first_line(statement)))
        return found.group() if found else ""

    @cached_property
    def indent_unit(self) -> str:
        for node, block in self._blocks.items():
            owner = self.parents[node]
            if node is block[0] and isinstance(owner, ast.stmt) and self.lines_of(node):
                inner, outer = self.indent_of(node), self.indent_of(owner)
                if inner.startswith(outer) and len(inner) > len(outer):
                    return inner[len(outer) :]
        return "    "

    def parses_with(self, part: ast.AST, splices: Sequence[Splice]) -> bool:
        """Tell whether the text still parses, by the smallest statement around the splices."""
        low, high = splices[0].start, max(splice.end for splice in splices)
        statement: ast.AST | None = part
        while statement is not None:
            if isinstance(statement, ast.stmt) and (lines := self.lines_of(statement)):
                start, end = lines
                if start <= low and high <= end:
                    return self._fragment_parses(statement, start, end, splices)
            statement = self.parents.get(statement)
        return parses(spliced(self.text, splices, self.shift, len(self.text)))

    def _fragment_parses(
        self, statement: ast.stmt, start: int, end: int, splices: Sequence[Splice]
    ) -> bool:
        body: list[ast.stmt] = getattr(statement, "body", [])
        tail = ""
        inner = self.lines_of(body[0]) if body and not isinstance(statement, _TRIES) else None
        if inner and max(splice.end for splice in splices) <= inner[0]:
            # Only the header changes: its body need not be read again.
            end, tail = inner[0], f"{self.indent_of(body[0])}pass\n"
        text = spliced(self.text, splices, start, end) + tail
        if not text.strip():
            return True  # taken out of a block that has other statements
        return parses(f"if 1:\n{text}" if text[:1] in " \t\f" else text)


def spliced(text: str, splices: Sequence[Splice], start: int, end: int) -> str:
    pieces, at = [], start
    for splice in splices:
        pieces += [text[at : splice.start], splice.text]
        at = splice.end
    return "".join([*pieces, text[at:end]])


_TRIES = (ast.Try, ast.TryStar)
_SHARED = (ast.expr_context, ast.operator, ast.unaryop, ast.boolop, ast.cmpop)
"""Nodes of which the interpreter keeps one each: they have no place and no single parent."""
