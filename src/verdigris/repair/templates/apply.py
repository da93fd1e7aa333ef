"""The ideas that templates have for suspicious lines. Pure: texts and trees in, ideas out."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from verdigris.core.parsing import NOT_PYTHON
from verdigris.core.paths import is_protected
from verdigris.core.repair import Localised, Suspect, spot
from verdigris.core.template import Offer, Template
from verdigris.repair.idea import Idea, Splice
from verdigris.repair.operators.facts import Facts
from verdigris.repair.operators.scope import Scope
from verdigris.repair.source import Function, Part, Source
from verdigris.repair.templates.fill import called_holes, completed, filled
from verdigris.repair.templates.match import Bound, match_expression, match_statements
from verdigris.repair.templates.trees import hole_of, is_alone, sides
from verdigris.repair.templates.vocabulary import library_names
from verdigris.repair.templates.worth import specificity, unknown_holes
from verdigris.repair.templates.writing import Unwritable, write_expression, write_statements

_WAYS = 8
"""Ways in which a template may fit one place."""
_NEXT = 0.9
"""How much less likely each further way is: what is used first matters most."""
_BARE = 0.25
"""What is left of the weight of a template that fits anywhere: each place is one of many."""
_PER_TEMPLATE = 60
_MOST = 2000
"""Ideas for one file."""
_NEAR = {0: 1.0, -1: 0.6, 1: 0.4, -2: 0.3, -3: 0.2}
"""How far from the suspect a statement may be, and how much less likely it is there."""
_AROUND = 0.6
"""The same for each block further out."""
_BROKEN = (*NOT_PYTHON, KeyError)


@dataclass(frozen=True)
class _Expression:
    node: ast.expr
    line: int


@dataclass(frozen=True)
class _Window:
    """Where statements of a pattern may begin."""

    block: list[ast.stmt]
    at: int
    line: int
    near: float


class Places:
    """What is near the suspects of one file, sorted for many templates."""

    def __init__(
        self,
        source: Source,
        suspects: Iterable[Suspect],
        types: Mapping[str, Mapping[str, tuple[str, ...]]] | None = None,
    ) -> None:
        self.source = source
        self.expressions: dict[type[ast.AST], list[_Expression]] = {}
        self._windows: dict[tuple[int, int], _Window] = {}
        self.library = library_names(source.tree)
        self._types = types or {}
        self._facts = Facts(source)
        self._scopes: dict[Function | None, Scope] = {}
        mine = sorted((s for s in suspects if s.path == source.path), key=lambda s: -s.score)
        self._seen: set[ast.AST] = set()
        self._likely: dict[tuple[int, int], float] = {}
        for suspect in mine:
            for part in source.parts_by_line.get(suspect.line, ()):
                self._add(part, suspect)

    @property
    def windows(self) -> Iterable[_Window]:
        return self._windows.values()

    def scope(self, node: ast.AST) -> Scope:
        function = self.source.function_of(node)
        if function not in self._scopes:
            name = self.source.name_of(node) if function else ""
            known = dict(self._types.get(spot(self.source.path, name), {}))
            self._scopes[function] = Scope(self._facts, function, known)
        return self._scopes[function]

    def _add(self, part: Part, suspect: Suspect) -> None:
        for node in self.source.own_nodes(part):
            if is_alone(node) and node not in self._seen and _is_read(node):
                self._seen.add(node)
                found = _Expression(node, suspect.line)
                self.expressions.setdefault(type(node), []).append(found)
        statement: ast.AST | None = part if isinstance(part, ast.stmt) else None
        near = 1.0
        while isinstance(statement, ast.stmt):
            block = self.source.block_of(statement)
            here = block.index(statement)
            for step, less in _NEAR.items():
                window = _Window(block, here + step, suspect.line, near * less)
                self._add_window(window, suspect.score)
            statement, near = self._around(statement), near * _AROUND

    def _around(self, statement: ast.stmt) -> ast.stmt | None:
        parent = self.source.parent(statement)
        while parent is not None and not isinstance(parent, ast.stmt):
            parent = self.source.parent(parent)
        return parent if not isinstance(parent, ast.ClassDef) else None

    def _add_window(self, window: _Window, score: float) -> None:
        """Keep a window for the line that makes it likeliest."""
        if 0 <= window.at < len(window.block):
            where = (id(window.block), window.at)
            if score * window.near > self._likely.get(where, 0.0):
                self._likely[where] = score * window.near
                self._windows[where] = window


def _is_read(node: ast.expr) -> bool:
    return not isinstance(getattr(node, "ctx", None), ast.Store | ast.Del)


def ideas_from_templates(
    offers: Sequence[Offer], source: Source, suspects: Sequence[Suspect], localised: Localised
) -> list[Idea]:
    """Return the ideas of templates for one file, likeliest first, none twice.

    A test is never edited.
    """
    if is_protected(source.path):
        return []
    places = Places(source, suspects, localised.types)
    found: dict[tuple[Splice, ...], Idea] = {}
    for offer in offers:
        for idea in apply(offer.template, places, offer.weight):
            old = found.get(idea.splices)
            if old is None or old.weight < idea.weight:
                found[idea.splices] = idea
    return sorted(found.values(), key=lambda i: (-i.weight, i.line, i.operator, i.splices))[:_MOST]


def apply(template: Template, places: Places, weight: float = 1.0) -> Iterator[Idea]:
    """Yield what a template would do at the places, nothing twice. Broken templates do nothing."""
    try:
        made = list(islice(_ideas(template, places, weight), _PER_TEMPLATE))
    except _BROKEN:
        return
    seen: set[tuple[Splice, ...]] = set()
    for idea in sorted(made, key=lambda idea: -idea.weight):
        if idea.splices not in seen:
            seen.add(idea.splices)
            yield idea


def _ideas(template: Template, places: Places, weight: float) -> Iterator[Idea]:
    own = weight * (_BARE + (1 - _BARE) * specificity(template))
    work = _at_expressions if template.form == "expr" else _at_statements
    for splices, node, line, fit in work(template, places):
        # Looked at without the imports: these parse, and stand far from the rest.
        if not splices or not places.source.parses_with(node, splices):
            continue
        splices = _with_imports(template, places, splices)
        if not splices:
            continue
        function = places.source.name_of(node)
        yield Idea(
            path=places.source.path,
            splices=splices,
            operator=template.operator,
            line=line,
            function=function,
            weight=own * fit,
            what=f"{template} as learned",
        )


_Made = tuple[tuple[Splice, ...], ast.AST, int, float]
"""The splices, what encloses them, the line they are for, and how well they fit."""


def _at_expressions(template: Template, places: Places) -> Iterator[_Made]:
    [pattern], after = sides(template)
    hole = hole_of(pattern)
    kinds = list(places.expressions) if hole else [type(pattern)]
    for kind in kinds:
        for place in places.expressions.get(kind, ()):
            matches = islice(match_expression(pattern, place.node), _WAYS)
            for less, bound in enumerate(matches):
                for way, fit in _ways(template, bound, places, place.node, place.line):
                    [new] = filled(after, way)
                    try:
                        assert isinstance(new, ast.expr)
                        splices = write_expression(places.source, place.node, new)
                    except Unwritable:
                        continue
                    part = places.source.part_of(place.node)
                    yield splices, part, place.line, fit * _NEXT**less


def _at_statements(template: Template, places: Places) -> Iterator[_Made]:
    pattern, after = sides(template)
    for window in places.windows:
        block = window.block
        first = block[window.at]
        matches = match_statements(pattern, block[window.at :], template.uses)
        for less, (bound, taken) in enumerate(islice(matches, _WAYS)):
            if not taken:
                continue
            for way, fit in _ways(template, bound, places, first, window.line):
                new = filled(after, way)
                end = window.at + taken
                if splices := _written(places.source, block, window.at, end, new):
                    likely = fit * window.near * _NEXT**less
                    # What is left of a statement that goes is seen in the one around it.
                    gone = not any(splice.text for splice in splices)
                    around = places.source.parents[first] if gone else first
                    yield splices, around, window.line, likely


def _written(
    source: Source, block: list[ast.stmt], start: int, end: int, new: list[ast.AST]
) -> tuple[Splice, ...]:
    """Write statements in place, or with the statement around them where they share its line."""
    try:
        return write_statements(source, block, start, end, new)
    except Unwritable:
        pass
    owner = source.parent(block[0])
    if not isinstance(owner, ast.stmt):
        return ()
    made = [*block[:start], *(n for n in new if isinstance(n, ast.stmt)), *block[end:]]
    names = [name for name, value in ast.iter_fields(owner) if value is block]
    if not names:
        return ()
    fields = {name: getattr(owner, name) for name in owner._fields}
    whole = type(owner)(**{**fields, names[0]: made or [ast.Pass()]})
    around = source.block_of(owner)
    at = around.index(owner)
    return _written(source, around, at, at + 1, [whole])


def _ways(
    template: Template, bound: Bound, places: Places, node: ast.AST, line: int
) -> Iterator[tuple[Bound, float]]:
    unknown = unknown_holes(template)
    if unknown:
        called = called_holes(sides(template)[1])
        yield from completed(bound, unknown, called, places.scope(node), line)
    else:
        yield bound, 1.0


def _with_imports(
    template: Template, places: Places, splices: tuple[Splice, ...]
) -> tuple[Splice, ...]:
    """Add the imports that the new code needs and the file lacks."""
    missing = [line for line in template.imports if line not in places.library.values()]
    if not missing or not splices:
        return splices
    source = places.source
    at = 0
    for node in source.tree.body:
        is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if not isinstance(node, ast.Import | ast.ImportFrom) and not (is_text and not at):
            break
        lines = source.lines_of(node)
        if lines is None:
            return ()
        at = lines[1]
    at = max(at, source.shift)
    if splices[0].start < at:
        return ()
    return (Splice(at, at, "".join(f"{line}{source.newline}" for line in missing)), *splices)
