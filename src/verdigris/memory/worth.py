"""What a card is worth: from how it has fared to its place among others. Pure.

A fix that helped counts for less as time passes; one that failed twice in a row is not tried first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from verdigris.core.lesson import Card, Uses
from verdigris.memory.scoring import faded

DEMOTED = 2
"""Failures in a row after which a green card is no longer tried first."""
LOOKED_AT = 50
"""Cards that are compared with each other; older ones do not come back."""


class Use(NamedTuple):
    """One time that a card's change was tried."""

    green: bool
    at: float
    exact: bool = True
    """Whether it was tried on the failure it is about, and not on the like of it."""


class Kept(NamedTuple):
    """A card as a store knows it."""

    card: Card
    uses: tuple[Use, ...] = ()
    """Oldest first."""
    number: int = 0
    """Rises with every new card."""


def summed(uses: Sequence[Use]) -> Uses:
    reds = 0
    for use in reversed(uses):
        if use.green:
            break
        reds += 1
    green = sum(use.green for use in uses)
    return Uses(
        green=green,
        red=len(uses) - green,
        reds_in_a_row=reds,
        first_at=uses[0].at if uses else 0.0,
        last_at=uses[-1].at if uses else 0.0,
    )


def has_stopped_helping(uses: Sequence[Use]) -> bool:
    return summed(uses).reds_in_a_row >= DEMOTED


def helping(kept: Iterable[Kept]) -> list[Kept]:
    """Return those that have not stopped helping."""
    return [one for one in kept if not has_stopped_helping(one.uses)]


def is_demoted(kept: Kept) -> bool:
    return kept.card.green and has_stopped_helping_here(kept.uses)


def has_stopped_helping_here(uses: Sequence[Use]) -> bool:
    """Tell the same of the very failure: what it did to the like of it does not count."""
    return has_stopped_helping([use for use in uses if use.exact])


def worth(kept: Kept, now: float) -> float:
    """Return a figure between 0 and 1: the share of tries that helped, old ones counting less."""
    won = sum(faded(now - use.at) for use in kept.uses if use.green)
    tried = sum(faded(now - use.at) for use in kept.uses)
    return (1.0 + won) / (2.0 + tried)


def best_first(kept: Iterable[Kept], now: float) -> list[Kept]:
    def rank(one: Kept) -> tuple[bool, bool, bool, float, int]:
        # Rounded, so that a few seconds between two cards do not outweigh which is newer.
        value = round(worth(one, now), 2) if one.card.green else 0.0
        return (not one.card.green, is_demoted(one), one.card.foreign, -value, -one.number)

    return sorted(kept, key=rank)
