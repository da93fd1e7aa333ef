"""The project's Python files as facts, read when first asked for; by tests of which lines ran."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from verdigris.core.observed import Lines
from verdigris.core.text import decode
from verdigris.repair.locating.facts import Fact, Facts, read_facts

_BIG = 1_000_000
_MOST_FILES = 400


class At(NamedTuple):
    """A statement, by its first line."""

    path: str
    line: int


class Function(NamedTuple):
    path: str
    line: int
    """Where its definition begins. A statement of the module or of a class stands by itself, like a
    function that is called by the names it writes: its line, negative."""


@dataclass
class Code:
    tree: Path
    _facts: dict[str, Facts | None] = field(default_factory=dict)

    def facts(self, path: str) -> Facts | None:
        """Return the facts of a file; None where it cannot be read or is no Python."""
        if path not in self._facts:
            full = len(self._facts) >= _MOST_FILES
            text = None if full else read_inside(self.tree, path)
            self._facts[path] = None if text is None else read_facts(path, text)
        return self._facts[path]

    def fact(self, path: str, line: int) -> Fact | None:
        facts = self.facts(path)
        return facts.by_line.get(line) if facts else None

    def at(self, path: str, line: int) -> At | None:
        """Return the statement that a line is part of."""
        fact = self.fact(path, line)
        return At(path, fact.line) if fact else None

    def statements(self, lines: Lines) -> set[At]:
        return {at for path in lines for line in lines[path] if (at := self.at(path, line))}

    def names(self, function: Function) -> tuple[str, ...]:
        """Return the names a function may be called by: its own, or the class's that it builds."""
        facts = self.facts(function.path)
        if facts is None:
            return ()
        if function.line <= 0:
            return tuple(facts.by_line[-function.line].writes)
        dotted = facts.functions.get(function.line, "")
        owner, _, name = dotted.rpartition(".")
        return (name, owner.rpartition(".")[2]) if name == "__init__" else (name,)


@dataclass(frozen=True)
class Reached:
    """The code one test ran, function by function."""

    bodies: Mapping[Function, tuple[Fact, ...]]
    """Of each function that ran, all statements: what did not run may be what is missing."""
    statements: frozenset[At]
    """Those that ran."""
    by_name: Mapping[str, tuple[Function, ...]]

    imports: Mapping[str, Mapping[str, tuple[str, str]]]
    """Path to what the names in it were imported from."""

    def called_by(self, path: str, fact: Fact) -> Iterator[Function]:
        """Yield the functions that a statement may have called, a property by reading it.

        Whose attribute it is cannot be told; a plain name is one of the file or of what it imports.
        """
        for name in fact.attributes:
            yield from self.by_name.get(name, ())
        for name in fact.reads - fact.attributes:
            module, origin = self.imports.get(path, {}).get(name, ("", name))
            known = self.by_name.get(origin, ())
            home = [one for one in known if one.path == path or _is_module(one.path, module)]
            yield from home or known


def reached(code: Code, statements: Iterable[At]) -> Reached:
    ran = frozenset(statements)
    bodies: dict[Function, tuple[Fact, ...]] = {}
    for at in sorted(ran):
        fact, facts = code.fact(at.path, at.line), code.facts(at.path)
        if fact is not None and facts is not None:
            whole = facts.bodies.get(fact.owner, (fact,))
            bodies.setdefault(Function(at.path, fact.owner or -fact.line), whole)
    by_name: dict[str, list[Function]] = {}
    for function in bodies:
        for name in code.names(function):
            if name:
                by_name.setdefault(name, []).append(function)
    return Reached(
        bodies,
        ran,
        {name: tuple(functions) for name, functions in by_name.items()},
        {path: facts.imports for path in {at.path for at in ran} if (facts := code.facts(path))},
    )


def _is_module(path: str, module: str) -> bool:
    return bool(module) and path.removesuffix("/__init__.py").removesuffix(".py").endswith(module)


def read_inside(tree: Path, path: str) -> str | None:
    """Read a file of the tree; None for one that is missing, outside, or too large."""
    target = tree / path
    try:
        if not target.resolve().is_relative_to(tree.resolve()) or target.stat().st_size > _BIG:
            return None
        return decode(target.read_bytes())[0]
    except (OSError, ValueError):
        return None
