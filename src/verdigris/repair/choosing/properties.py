"""What a table of calls tells about candidates: who agrees with whom, and who behaves strangely.

Pure. Nobody knows the right answers to further inputs. But a fix that differs from most others
which made the tests pass is doubtful, and so is one that gives up what the project's own code does
near inputs of passing tests.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from verdigris.core.probe import ORIGINAL, Cell, Input, Table
from verdigris.repair.choosing.habits import Cells, lost_habits

_ODD = 0.25
"""What an input counts that is unlike all that the tests feed in."""
_BROKEN = 0.3
"""What one counts with which the original does not come to a result."""
_SEVERAL = 3
"""Results from which on a function is not a constant."""
_ABRUPT = ("hang", "died")
_SAME_KIND = {("bool", "int"), ("int", "float"), ("bool", "float")}
"""Types whose values pass for another's."""


@dataclass(frozen=True)
class Behaviour:
    """What is known of one version, beside the others."""

    group: int
    """Versions with the same number did the same with every input."""
    same: int
    """How many others did."""
    agreement: float
    """How much of the others' weight did the same, from 0 to 1, where not all did."""
    changed: float
    """Share of the inputs near passing tests with which it does not do what the original does."""
    lost: Mapping[str, float]
    """Habits of the original that it gives up, and another candidate keeps, with their strength."""
    abrupt: int
    """Inputs with which it hangs or ends its process, and the original does not."""
    raises: float
    """Share of the inputs with which it raises where the original has a result."""
    constant: bool
    """Whether it has one and the same result where the original has several."""
    mistyped: float
    """Share of the results that are not of the annotated type."""


def steady(table: Table, again: int) -> Table:
    """Leave out the inputs with which the original does not do the same twice.

    `again` is a version with the original's texts; it is left out as well.
    """
    first, second = (table.by_version.get(version, {}) for version in (ORIGINAL, again))
    moody = {n for n, cell in second.items() if n in first and first[n].seen != cell.seen}
    moody |= {n for n, cell in first.items() if cell.status == "unusable"}
    return Table(
        inputs=tuple(one for one in table.inputs if one.n not in moody),
        cells=tuple(c for c in table.cells if c.n not in moody and c.version != again),
        examples=tuple(one for one in table.examples if one.version != again),
        refused=table.refused,
        notes=table.notes,
    )


def behaviours(
    table: Table,
    weights: Mapping[int, float],
    types: Mapping[str, frozenset[str]],
    peers: Mapping[int, Collection[int]],
) -> dict[int, Behaviour]:
    """Describe each version that is in `weights`, which say how likely each is by itself.

    `types` says what functions, by place, are annotated to return; `peers` which versions change
    the same code: what one in a constructor does is not seen where its objects are used.
    """
    played = {v: table.by_version[v] for v in weights if table.by_version.get(v)}
    original = table.by_version.get(ORIGINAL, {})
    if not played or not original:
        return {}
    view = _View(table, original, played)
    groups = view.groups()
    lost = {version: lost_habits(table, original, cells) for version, cells in played.items()}

    def needed(version: int) -> set[tuple[str, str]]:
        """Return what all peers give up: that had to change."""
        own = [set(lost[one]) for one in peers[version] if one in lost]
        return set.intersection(*own) if len(own) > 1 else set()

    return {
        version: Behaviour(
            group=groups[version],
            same=sum(1 for other in groups.values() if other == groups[version]) - 1,
            agreement=view.agreement(version, weights),
            changed=view.changed(cells),
            lost={
                habit[1]: strength
                for habit, strength in sorted(lost[version].items())
                if habit not in needed(version)
            },
            abrupt=view.abrupt(cells),
            raises=view.raises(cells),
            constant=_is_constant(cells, original),
            mistyped=view.mistyped(cells, types),
        )
        for version, cells in played.items()
    }


@dataclass(frozen=True)
class _View:
    table: Table
    original: Cells
    played: Mapping[int, Cells]

    def weight(self, one: Input) -> float:
        cell = self.original.get(one.n)
        broken = cell is not None and cell.status != "value" and not one.failing
        return (_ODD if one.odd else 1.0) * (_BROKEN if broken else 1.0)

    def groups(self) -> dict[int, int]:
        known: dict[tuple[str, ...], int] = {}
        return {
            version: known.setdefault(
                tuple(cells[one.n].seen if one.n in cells else "?" for one in self.table.inputs),
                len(known),
            )
            for version, cells in self.played.items()
        }

    def agreement(self, version: int, weights: Mapping[int, float]) -> float:
        """Return how far other ways of behaving agree; each counts once, by its likeliest."""
        groups = self.groups()
        heads = {g: max((v for v in groups if groups[v] == g), key=weights.__getitem__)
                 for g in set(groups.values()) - {groups[version]}}  # fmt: skip
        won = total = 0.0
        for one in self.table.inputs:
            others = {v: self.played[v][one.n] for v in heads.values() if one.n in self.played[v]}
            mine = self.played[version].get(one.n)
            if len({cell.seen for cell in (*others.values(), *([mine] if mine else ()))}) < 2:
                continue
            for other, cell in others.items():
                part = weights[other] * self.weight(one)
                total += part
                won += part * (mine is not None and cell.seen == mine.seen)
        return won / total if total else 1.0

    def changed(self, cells: Cells) -> float:
        near = [
            one for one in self.table.inputs
            if not one.failing
            and one.n in self.original and self.original[one.n].status in ("value", "raise")
        ]  # fmt: skip
        total = sum(map(self.weight, near))
        moved = sum(self.weight(one) * self._distance(one.n, cells) for one in near)
        return moved / total if total else 0.0

    def _distance(self, n: int, cells: Cells) -> float:
        """Return 1 for another result, a half for the same with other traces, 0 for the same."""
        old, new = self.original[n], cells.get(n)
        if new is None:
            return 1.0
        same = old.status == new.status == "value" and old.result == new.result
        return 0.0 if old.seen == new.seen else 0.5 if same else 1.0

    def abrupt(self, cells: Cells) -> int:
        return sum(
            1
            for n, cell in cells.items()
            if cell.status in _ABRUPT
            and n in self.original
            and self.original[n].status not in _ABRUPT
        )

    def raises(self, cells: Cells) -> float:
        valued = [one for one in self._valued() if one.n in cells and not one.odd]
        return self._ratio([one for one in valued if cells[one.n].status == "raise"], valued)

    def mistyped(self, cells: Cells, types: Mapping[str, frozenset[str]]) -> float:
        told = [
            one for one in self.table.inputs
            if types.get(one.place) and one.n in cells and cells[one.n].status == "value"
        ]  # fmt: skip
        wrong = [one for one in told if not _fits(cells[one.n].type, types[one.place])]
        return self._ratio(wrong, told)

    def _valued(self) -> list[Input]:
        return [
            one for one in self.table.inputs
            if one.n in self.original and self.original[one.n].status == "value"
        ]  # fmt: skip

    def _ratio(self, some: list[Input], all_: list[Input]) -> float:
        total = sum(map(self.weight, all_))
        return sum(map(self.weight, some)) / total if total else 0.0


def _is_constant(cells: Cells, original: Cells) -> bool:
    return _results(cells) == 1 and _results(original) >= _SEVERAL


def _results(cells: Mapping[int, Cell]) -> int:
    return len({cell.result for cell in cells.values() if cell.status == "value"})


def _fits(kind: str, allowed: frozenset[str]) -> bool:
    return kind in allowed or any((kind, other) in _SAME_KIND for other in allowed)
