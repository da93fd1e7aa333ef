"""Where nodes stand in a text, in characters. The tree counts lines, and bytes inside them."""

from __future__ import annotations

import ast
import re
import sys
from bisect import bisect_right
from collections.abc import Mapping

from verdigris.core.parsing import NOT_PYTHON, parse

_LINE_END = re.compile(r"\r\n|\r|\n")


class Spans:
    def __init__(self, text: str, begin: int, parents: Mapping[ast.AST, ast.AST]) -> None:
        self._text = text
        self._starts = [begin, *(found.end() for found in _LINE_END.finditer(text, begin))]
        self._parents = parents
        self._known: dict[ast.AST, tuple[int, int] | None] = {}

    def offset(self, line: int, column: int) -> int:
        """Turn the tree's line and column into a place in the text."""
        start = self._starts[line - 1]
        piece = self._text[start : start + column]
        if piece.isascii():
            return start + column
        return start + len(piece.encode()[:column].decode("utf-8", "ignore"))

    def line_at(self, offset: int) -> int:
        return bisect_right(self._starts, offset)

    def line_start(self, line: int) -> int:
        return self._starts[line - 1]

    def line_end(self, line: int) -> int:
        """Return where the next line begins; the end of the text after the last one."""
        return self._starts[line] if line < len(self._starts) else len(self._text)

    def of(self, node: ast.AST) -> tuple[int, int] | None:
        """Return where a node begins and ends; None where the tree does not tell."""
        if node not in self._known:
            self._known[node] = self._find(node)
        return self._known[node]

    def _find(self, node: ast.AST) -> tuple[int, int] | None:
        line, last = getattr(node, "lineno", None), getattr(node, "end_lineno", None)
        if line is None or last is None or not self._is_placed(node):
            return None
        start = self.offset(line, node.col_offset)  # type: ignore[attr-defined]
        end = self.offset(last, node.end_col_offset)  # type: ignore[attr-defined]
        call = self._parents.get(node)
        if (
            isinstance(node, ast.GeneratorExp)
            and isinstance(call, ast.Call)
            and len(call.args) == 1
            and not call.keywords
            and end == self.offset(call.end_lineno or 0, call.end_col_offset or 0)
        ):
            return start + 1, end - 1  # the only argument: the brackets are the call's
        return start, end

    def _is_placed(self, node: ast.AST) -> bool:
        """Tell whether a node's place can be believed: literal parts of f-strings have none.

        Before Python 3.12 an expression in an f-string may claim a place where it does not stand.
        """
        if isinstance(node, ast.FormattedValue):
            return False
        child, parent = node, self._parents.get(node)
        while parent is not None and not isinstance(parent, ast.stmt):
            if isinstance(parent, ast.JoinedStr) and not isinstance(child, ast.FormattedValue):
                return False
            if isinstance(parent, ast.FormattedValue):
                if child is not parent.value:
                    return False
                if sys.version_info < (3, 12) and not self._stands_there(parent.value):
                    return False
            child, parent = parent, self._parents.get(parent)
        return True

    def _stands_there(self, value: ast.expr) -> bool:
        if value.lineno != value.end_lineno:
            return False
        start = self.offset(value.lineno, value.col_offset)
        end = self.offset(value.lineno, value.end_col_offset or 0)
        try:
            found = parse(self._text[start:end].strip(), "eval").body
            return ast.dump(found) == ast.dump(value)
        except NOT_PYTHON:
            return False
