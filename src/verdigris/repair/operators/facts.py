"""What holds for a whole file, found once: its functions, classes, attributes and constants."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from verdigris.repair.operators.kinds import TYPES
from verdigris.repair.source import FUNCTIONS, Function, Source

_STEP = 70
"""Characters of a statement that is borrowed."""
_GUARD = 120
"""Characters of a guard that is borrowed."""
_ENDS = (ast.Return, ast.Continue, ast.Break, ast.Raise)


class Step(NamedTuple):
    """A statement that may be needed elsewhere in its class."""

    statement: ast.Expr | ast.Assign | ast.AugAssign
    text: str
    names: frozenset[str]
    method: Function


class Facts:
    """What holds for a whole file, found once: its functions, attributes and constants."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.functions: dict[str, list[Function]] = {}
        self.classes: dict[str, ast.ClassDef] = {}
        self.attributes: dict[str, dict[str, int]] = {}
        """What is reached through a name: `self` to `items` to how often."""
        self.called: set[str] = set()
        """Attributes that are called somewhere."""
        self.of_one: set[str] = set()
        """Functions that are called with one argument somewhere."""
        self.imported: set[str] = set()
        """Names that are imported from modules."""
        self.used: set[str] = set()
        self.constants: list[ast.Constant] = []
        self.attribute_types: dict[str, tuple[str, ...]] = {}
        """What the classes of the file say of their attributes, by name."""
        self._steps: dict[ast.ClassDef, list[Step]] = {}
        for node in ast.walk(source.tree):
            self._note(node)

    def _note(self, node: ast.AST) -> None:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            of = self.attributes.setdefault(node.value.id, {})
            of[node.attr] = of.get(node.attr, 0) + 1
        elif isinstance(node, FUNCTIONS):
            self.functions.setdefault(node.name, []).append(node)
        elif isinstance(node, ast.ClassDef):
            self.classes.setdefault(node.name, node)
            self._note_fields(node)
        elif isinstance(node, ast.Constant):
            self.constants.append(node)
        elif isinstance(node, ast.Call):
            self._note_call(node)
        elif isinstance(node, ast.ImportFrom) and node.module != "__future__":
            # Functions by the custom of the language: what is a class or a constant is capital.
            names = [alias.asname or alias.name for alias in node.names]
            self.imported |= {name for name in names if name.islower()}
        elif isinstance(node, ast.Name):
            self.used.add(node.id)

    def _note_call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Attribute):
            self.called.add(node.func.attr)
        elif isinstance(node.func, ast.Name) and len(node.args) == 1 and not node.keywords:
            self.of_one.add(node.func.id)

    def _note_fields(self, owner: ast.ClassDef) -> None:
        for node in owner.body:
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                kind = _annotated(node.annotation)
                self.attribute_types.setdefault(node.target.id, (kind,) if kind else ())

    @cached_property
    def of_objects(self) -> list[str]:
        """What is reached through any name that is no module."""
        modules = {
            alias.asname or alias.name
            for node in self.source.tree.body if isinstance(node, ast.Import)
            for alias in node.names
        }  # fmt: skip
        found = {a for base, of in self.attributes.items() if base not in modules for a in of}
        return sorted(found)

    def steps_of(self, owner: ast.ClassDef) -> list[Step]:
        """Return the one-line statements of a class's methods that are about `self`."""
        if owner not in self._steps:
            self._steps[owner] = [*_steps(self.source, owner)]
        return self._steps[owner]

    @cached_property
    def guards(self) -> list[tuple[ast.If, Function | None]]:
        """The short guards of the file, each with its function."""
        found = []
        for node in ast.walk(self.source.tree):
            if isinstance(node, ast.If) and not node.orelse and len(node.body) == 1:
                text = self.source.segment(node.test) + self.source.segment(node.body[0])
                if isinstance(node.body[0], _ENDS) and len(text) < _GUARD and "\n" not in text:
                    found.append((node, self.source.function_of(node)))
        return found

    def is_method(self, function: Function) -> bool:
        return isinstance(self.source.parent(function), ast.ClassDef)


def _annotated(node: ast.expr) -> str:
    """Return the plain type that an annotation names, or nothing."""
    base = node.value if isinstance(node, ast.Subscript) else node
    name = getattr(base, "id", "")
    return name if name in TYPES else ""


def _steps(source: Source, owner: ast.ClassDef) -> Iterator[Step]:
    for method in owner.body:
        for node in ast.walk(method) if isinstance(method, FUNCTIONS) else ():
            if isinstance(node, ast.Expr | ast.Assign | ast.AugAssign):
                names = frozenset(n.id for n in ast.walk(node) if isinstance(n, ast.Name))
                text = source.segment(node)
                if "self" in names and "\n" not in text and len(text) <= _STEP:
                    assert isinstance(method, FUNCTIONS)
                    yield Step(node, text, names, method)
