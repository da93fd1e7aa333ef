"""What is particular to a project becomes a hole; what means the same in every program stays.

The same code becomes the same hole on both sides. Operators, builtins, methods of builtin types,
the standard library and small constants stay. `loose` goes further: whatever did not change is a
hole, however it looked.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Mapping, Sequence, Set
from typing import Any

from verdigris.core.text import MASK, mask
from verdigris.repair.templates.runs import Runs
from verdigris.repair.templates.trees import (
    Key,
    fields,
    holes_in,
    is_alone,
    is_block,
    is_chain,
    key,
    root_of,
    size,
)
from verdigris.repair.templates.vocabulary import (
    BUILTINS,
    METHODS,
    identifiers,
    is_library_import,
    is_small,
)

_LARGE = 6
"""Nodes of an unchanged expression that is a hole in any case."""
_LONG = 20
"""Nodes of an unchanged statement that is."""
_LONGEST = 40
"""Characters of a string that is kept."""
_SPOKEN = (ast.Name, ast.Constant, ast.alias, ast.ImportFrom)
"""Nodes whose words are dealt with as a whole."""


class Abstraction:
    """One way to put holes into both sides of a difference. The old side has to come first."""

    def __init__(
        self,
        before: Sequence[ast.AST],
        after: Sequence[ast.AST],
        library: dict[str, str],
        loose: bool,
        apart: Set[Key],
    ) -> None:
        self._loose = loose
        self.hopeless = False
        self._library = library
        self.library_used: set[str] = set()
        self._numbers = 0
        self._holes: dict[tuple[str, Key], str] = {}
        self._first = True
        self._runs = Runs(after, self._hole)
        here, there = _expressions(before), _expressions(after)
        self._shared = (here & there) - apart
        self._keywords = _known_keywords((*before, *after), library)
        bare = identifiers((*before, *after))
        self._names = bare | _became_attributes(before, after) | _became_attributes(after, before)
        self._bound = bare

    def side(self, nodes: Sequence[ast.AST], *, first: bool) -> list[ast.AST]:
        self._first = first
        if nodes and isinstance(nodes[0], ast.stmt):
            return list(self._block([n for n in nodes if isinstance(n, ast.stmt)]))
        return [self._visit(node, None) for node in nodes]

    def unreachable(self, before: str, after: str) -> set[Key]:
        """Return the expressions that must not be holes, for the new side to know what it needs.

        What the new side has by itself may be inside a hole of the old side, which is then taken
        apart; inside statements that are a hole, it is written out.
        """
        old = {*holes_in(before)}
        new = {*holes_in(after)} - old
        whole = [of for (letter, of), hole in self._holes.items() if letter == "e" and hole in old]
        found: set[Key] = set()
        for (letter, of), hole in self._holes.items():
            if letter == "e" and hole in new:
                around = {one for one in whole if _has_inside(one, of)}
                found |= around or ({of} if of[0] not in ("Name", "Attribute") else set())
        return found

    def uses(self, before: str, after: str) -> dict[str, tuple[str, ...]]:
        """Return which holes of the new side only are used by statements of the old one."""
        new = {*holes_in(after)} - {*holes_in(before)}
        open_ = [(of, hole) for (_, of), hole in self._holes.items() if hole in new]
        found: dict[str, tuple[str, ...]] = {}
        for hole, inside in self._runs.inside.items():
            used = tuple(h for of, h in open_ if of in inside and h in new)
            if used:
                found[hole] = used
                new -= {*used}
        return found

    def _hole(self, letter: str, of: Key) -> str:
        if (letter, of) not in self._holes:
            self._numbers += 1
            self._holes[letter, of] = f"_{letter}{self._numbers}_"
        return self._holes[letter, of]

    # Statements

    def _block(self, block: Sequence[ast.stmt]) -> list[ast.stmt]:
        """Turn runs of statements that did not change into holes, and visit the others."""
        keys = [key(s) for s in block]
        made: list[ast.stmt] = []
        at = 0
        while at < len(block):
            length = self._runs.length_at(keys, at, first=self._first)
            run = block[at : at + length]
            known = self._runs.is_known(keys[at : at + length])
            if run and (known or self._loose or length > 1 or size(run[0]) > _LONG):
                made.append(self._runs.hole(run, "s" if length == 1 else "r"))
            else:
                length = 1
                visited = self._visit(block[at], None)
                assert isinstance(visited, ast.stmt)
                made.append(visited)
            at += length
        return made

    def _body(self, block: Sequence[ast.stmt]) -> list[ast.stmt]:
        """Do the same for the whole body of a statement: as one hole, if it did not change."""
        keys = [key(s) for s in block]
        same = self._runs.length_at(keys, 0, first=self._first) == len(block)
        if same or self._runs.is_known(keys):
            return [self._runs.hole(block, "r")]
        return self._block(block)

    # Expressions

    def _visit(self, node: ast.AST, parent: ast.AST | None) -> ast.AST:
        if isinstance(node, ast.Import | ast.ImportFrom) and not is_library_import(node):
            self.hopeless = True  # it would name what only this project has
        if is_alone(node) and (hole := self._as_hole(node, parent)) is not None:
            return hole
        if isinstance(node, ast.Name):
            self._note_library(node.id)
        made = copy.copy(node)
        for name, value in fields(node):
            setattr(made, name, self._field(node, name, value))
        return made

    def _field(self, node: ast.AST, name: str, value: Any) -> Any:
        if is_block(value):
            return self._body(value)
        if isinstance(value, ast.AST):
            return self._visit(value, node)
        if isinstance(value, list):
            return [self._visit(v, node) if isinstance(v, ast.AST) else self._word(node, name, v)
                    for v in value]  # fmt: skip
        return self._word(node, name, value)

    def _word(self, node: ast.AST, name: str, value: Any) -> Any:
        """Return what becomes of a bare identifier; anything else stays as it is."""
        if not isinstance(value, str) or isinstance(node, _SPOKEN):
            return value
        if value.startswith("__") and value.endswith("__"):
            return value
        if isinstance(node, ast.Attribute):
            return self._attribute(node, value)
        if node in self._keywords:
            return value
        return value if value in ("self", "cls") else self._hole("n", (value,))

    def _attribute(self, node: ast.Attribute, value: str) -> str:
        if value in self._names:
            return self._hole("n", (value,))
        if root_of(node) in self._library or value in METHODS:
            return value
        return self._hole("a", (value,))

    def _as_hole(self, node: ast.expr, parent: ast.AST | None) -> ast.expr | None:
        """Return the hole that an expression becomes, or None where it is taken apart."""
        if isinstance(node, ast.Constant):
            return self._constant(node)
        if isinstance(node, ast.JoinedStr):
            return self._formatted(node)
        if isinstance(node, ast.Name):
            return self._name(node)
        of, shared = key(node), key(node) in self._shared
        if is_chain(node):
            called = isinstance(parent, ast.Call) and parent.func is node
            known = isinstance(node, ast.Attribute) and node.attr in METHODS and called
            if known or root_of(node) in self._library or _attributes(node) & self._names:
                return None
            whole = shared or not self._begins_shared(node)
            return _as_name(self._hole("e", of)) if whole else None
        if shared and (self._loose or size(node) > _LARGE) and _has_names(node):
            return _as_name(self._hole("e", of))
        return None

    def _name(self, node: ast.Name) -> ast.expr | None:
        if node.id in self._names:
            return _as_name(self._hole("n", (node.id,)))
        if node.id in self._library or (node.id in BUILTINS and node.id not in self._bound):
            return None
        return _as_name(self._hole("e", key(node)))

    def _begins_shared(self, node: ast.expr) -> bool:
        """Tell whether what an attribute is taken of is on both sides: `a.b` to `a.c`."""
        while isinstance(node, ast.Attribute):
            node = node.value
            if key(node) in self._shared:
                return True
        return False

    def _constant(self, node: ast.Constant) -> ast.expr | None:
        value = node.value
        text = value if isinstance(value, str) else repr(value)
        if is_particular(text):
            return _as_name(self._hole("c", key(node)))
        if key(node) in self._shared:
            return None if is_small(value) and not self._loose else self._constant_hole(node)
        return None

    def _constant_hole(self, node: ast.Constant) -> ast.expr | None:
        # Words such as None and True are part of how code reads, not of what it reckons with.
        if node.value in (None, ...) or isinstance(node.value, bool):
            return None
        return _as_name(self._hole("e" if self._loose else "c", key(node)))

    def _formatted(self, node: ast.JoinedStr) -> ast.expr | None:
        if key(node) in self._shared or self._first:
            return _as_name(self._hole("e", key(node)))
        texts = [str(v.value) for v in node.values if isinstance(v, ast.Constant)]
        self.hopeless = self.hopeless or any(map(is_particular, texts))
        return None

    def _note_library(self, name: str) -> None:
        if not self._first and name in self._library:
            self.library_used.add(name)


def is_particular(text: str) -> bool:
    """Tell whether a text is too long to be of general use, or looks like a credential."""
    shown = f"\n{text}"  # the mask wants something before a name such as `token`
    return len(text) > _LONGEST or mask(shown) != shown or MASK in text


def _as_name(hole: str) -> ast.Name:
    return ast.Name(hole, ast.Load())


def _expressions(nodes: Sequence[ast.AST]) -> set[Key]:
    return {key(inner) for node in nodes for inner in ast.walk(node) if is_alone(inner)}


def _became_attributes(before: Sequence[ast.AST], after: Sequence[ast.AST]) -> set[str]:
    """Return the names of one side that are attributes on the other: `x` to `self.x`."""
    names = {n.id for top in before for n in ast.walk(top) if isinstance(n, ast.Name)}
    here = {n.attr for top in before for n in ast.walk(top) if isinstance(n, ast.Attribute)}
    there = {n.attr for top in after for n in ast.walk(top) if isinstance(n, ast.Attribute)}
    return names & (there - here)


def _has_inside(whole: Key, part: Key) -> bool:
    return any(one == part or (type(one) is tuple and _has_inside(one, part)) for one in whole)


def _has_names(node: ast.AST) -> bool:
    return any(isinstance(inner, ast.Name) for inner in ast.walk(node))


def _attributes(node: ast.expr) -> set[str]:
    found = set()
    while isinstance(node, ast.Attribute):
        found.add(node.attr)
        node = node.value
    return found


def _known_keywords(nodes: Sequence[ast.AST], library: Mapping[str, str]) -> set[ast.AST]:
    """Return the keywords of calls that mean the same everywhere: `sorted(x, key=y)`."""
    found: set[ast.AST] = set()
    for top in nodes:
        for node in ast.walk(top):
            if isinstance(node, ast.Call):
                func = node.func
                method = isinstance(func, ast.Attribute) and func.attr in METHODS
                if method or root_of(func) in library or root_of(func) in BUILTINS - {"self"}:
                    found.update(node.keywords)
            elif isinstance(node, ast.ClassDef):
                found.update(node.keywords)
    return found
