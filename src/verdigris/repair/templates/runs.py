"""Runs of statements that stand on both sides of a difference, and become holes."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from verdigris.repair.templates.trees import Key, chains, fields, is_block, key

Hole = Callable[[str, Key], str]
"""Gives the hole of a kind that stands for something."""


class Runs:
    def __init__(self, after: Sequence[ast.AST], hole: Hole) -> None:
        self._hole = hole
        self._known: dict[tuple[Key, ...], str] = {}
        self._others = [[key(s) for s in block] for block in _blocks(after)]
        self.inside: dict[str, set[Key]] = {}
        """Each hole, to the names and chains that are used in its statements."""

    def is_known(self, run: Sequence[Key]) -> bool:
        return tuple(run) in self._known

    def length_at(self, keys: Sequence[Key], at: int, *, first: bool) -> int:
        """Return how many statements from here on stand together on the other side as well."""
        if not first:
            found = [len(run) for run in self._known if tuple(keys[at : at + len(run)]) == run]
            return max(found, default=0)
        for length in range(len(keys) - at, 0, -1):
            run = list(keys[at : at + length])
            for other in self._others:
                if any(other[i : i + length] == run for i in range(len(other) - length + 1)):
                    return length
        return 0

    def hole(self, block: Sequence[ast.stmt], letter: str) -> ast.stmt:
        run = tuple(key(s) for s in block)
        if run not in self._known:
            self._known[run] = self._hole(letter, run)
            self.inside[self._known[run]] = {key(c) for s in block for c in chains(s)}
        return ast.Expr(ast.Name(self._known[run], ast.Load()))


def _blocks(nodes: Sequence[ast.AST]) -> list[list[ast.stmt]]:
    found = [[node for node in nodes if isinstance(node, ast.stmt)]]
    for node in nodes:
        for inner in ast.walk(node):
            found += [value for _, value in fields(inner) if is_block(value)]
    return found
