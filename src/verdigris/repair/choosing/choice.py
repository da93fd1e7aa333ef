"""Which of several changes that made the tests pass is the right one, and why.

Pure: decides from the texts and, where the candidates were tried on further inputs, from the table
of what they did. What speaks for and against each is in `points`.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from verdigris.core.probe import ORIGINAL, Table
from verdigris.core.repair import spot
from verdigris.core.text import count
from verdigris.repair.choosing.edit_shape import annotated
from verdigris.repair.choosing.green import Green
from verdigris.repair.choosing.points import Points, by_behaviour, by_examples, by_text
from verdigris.repair.choosing.properties import Behaviour, behaviours


@dataclass(frozen=True)
class Judged:
    """A candidate with its points and the reasons for them."""

    points: float = 0.0
    reasons: tuple[str, ...] = ()
    """What speaks for it."""
    objections: tuple[str, ...] = ()
    """What speaks against it, beside the others."""
    doubts: tuple[str, ...] = ()
    """What speaks against it even where there is no other."""
    refused: str = ""
    """Why it is no fix at all; empty where it may be one."""
    group: int | None = None
    """Candidates of one group did the same with every input; None when it was not tried."""


@dataclass(frozen=True)
class Choice:
    order: tuple[int, ...]
    """Numbers of the candidates that may be used, best first."""
    judged: tuple[Judged, ...]
    """All of them, in the order they were given."""
    distinct: int
    """How many of those that may be used do something different, as far as is known."""
    account: str
    """For people, in one sentence."""

    @property
    def doubts(self) -> tuple[str, ...]:
        """What speaks against the best one: reason to go on looking, or to ask somebody else."""
        return self.judged[self.order[0]].doubts if self.order else ()


def rank(
    greens: Sequence[Green],
    *,
    refused: Mapping[int, str] | None = None,
    tested: Collection[str] = (),
    table: Table | None = None,
) -> Choice:
    """Put candidates in order. In the table, candidate n is version n + 1.

    `tested` are the literals of the tests, as `repr` shows them.
    """
    refused, table = refused or {}, table or Table()
    usable = [number for number in range(len(greens)) if number not in refused]
    if not usable:
        judged = tuple(Judged(refused=refused[number]) for number in range(len(greens)))
        return Choice((), judged, 0, f"{count(len(greens), 'green candidate')}, all refused")
    chosen = [greens[number] for number in usable]
    points = {number: by_text(greens[number], chosen, tested) for number in usable}
    peers = _peers(greens, usable)
    seen = behaviours(
        table,
        {number + 1: math.exp(points[number].total) for number in usable},
        _types(chosen),
        peers,
    )
    for number in usable:
        _by_trial(number + 1, seen, table, points[number], peers[number + 1])
    # In the order they were found, where nothing tells them apart.
    order = sorted(usable, key=lambda n: (-points[n].total, greens[n].size, n))
    distinct = len({one.group for one in seen.values()}) + len(usable) - len(seen)
    return Choice(
        order=tuple(order),
        judged=tuple(
            Judged(refused=refused[number])
            if number in refused
            else Judged(
                points=round(points[number].total, 3),
                reasons=tuple(points[number].reasons),
                objections=tuple(points[number].objections),
                doubts=tuple(points[number].doubts),
                group=seen[number + 1].group if number + 1 in seen else None,
            )
            for number in range(len(greens))
        ),
        distinct=distinct,
        account=_account(len(usable), len(refused), distinct, points[order[0]], table),
    )


def _peers(greens: Sequence[Green], usable: Sequence[int]) -> dict[int, frozenset[int]]:
    """Return for each version those that change the same functions, itself among them."""
    return {
        number + 1: frozenset(
            other + 1 for other in usable if greens[other].functions & greens[number].functions
        )
        for number in usable
    }


def _by_trial(
    version: int, seen: Mapping[int, Behaviour], table: Table, points: Points,
    peers: Collection[int],
) -> None:  # fmt: skip
    own = seen.get(version)
    if own is None:
        return
    others = [one for other, one in seen.items() if other != version]
    near = [one for other, one in seen.items() if other != version and other in peers]
    by_behaviour(own, others, near, points)
    told = {one.version: one for one in table.examples if one.version in (ORIGINAL, *seen)}
    by_examples(version, told, points)


def _types(greens: Sequence[Green]) -> dict[str, frozenset[str]]:
    texts = {edit.path: edit.before or "" for green in greens for edit in green.change.edits}
    return {
        spot(path, name): types
        for path, text in texts.items()
        for name, types in annotated(text).items()
    }


def _account(usable: int, refused: int, distinct: int, best: Points, table: Table) -> str:
    told = count(usable, "green candidate")
    if refused:
        told += f" and {refused} refused"
    tried = sum(1 for one in table.inputs if one.how != "seen")
    if tried:
        told += f", {distinct} distinct on {count(tried, 'further input')}" if usable > 1 else ""
    elif table.notes:
        told += f", not tried further ({table.notes[0]})"
    if usable > 1:
        told += f"; chosen: {', '.join(best.reasons) or 'least speaks against it'}"
    return f"{told}; doubtful: {', '.join(best.doubts)}" if best.doubts else told
