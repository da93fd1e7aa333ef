"""What a person sees of a build: its states, its plan, its tests and what they agree on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from verdigris.core import events as ev
from verdigris.core.building import Quarantined
from verdigris.core.text import one_line

STATES = {
    "plan": "planning",
    "specify": "planning",
    "draft": "coding",
    "patch": "coding",
    "check": "testing",
    "execute": "testing",
    "reflect": "reflecting",
    "remember": "reflecting",
}
"""What a build is doing, for whoever watches; other steps belong to the one before."""
QUARANTINED = 5
"""Quarantined tests of one part that are shown, unless more is asked for."""


def building_lines(event: ev.Event, most: int) -> Iterator[tuple[str, str]]:
    """Yield what an event of a build says, with a style; nothing for any other event."""
    match event:
        case ev.BlueprintMade():
            for part in event.blueprint.parts:
                offers = ", ".join(one.name for one in part.functions)
                yield f"{part.path}: {offers or one_line(part.purpose, 100)}", "default"
            for assumed in event.blueprint.assumptions:
                yield f"assumed: {assumed}", "dim"
        case ev.ChecksWritten():
            counts = ", ".join(f"{number} {kind}" for kind, number in event.counts.items())
            yield f"{event.part}: {counts or 'no tests'}", "dim"
            yield from _apart(event.quarantined, most)
        case ev.Agreed():
            agreed = event.agreement
            style = "green" if agreed.chosen >= 0 and not agreed.failing else "yellow"
            yield f"{agreed.part}: {agreed.said}", style
            yield from _apart(agreed.quarantined, most)
        case ev.ToolUsed():
            why = f" ({one_line(event.why, 80)})" if event.why else ""
            yield f"{event.part}, call {event.turn}: {event.said}{why}", "dim"
        case ev.HandedOver():
            yield f"written to its folder: {event.what} ({event.commit[:10]})", "dim"
        case ev.StrengthMeasured():
            score, one = event.strength.score, event.strength
            said = f"{one.killed} of {one.mutants} faults put in on purpose are noticed"
            told = f"{said}; {one.note}" if score is not None else f"not measured: {one.note}"
            yield f"strength of the tests: {told.rstrip(':; ')}", "dim"


def _apart(quarantined: Sequence[Quarantined], most: int) -> Iterator[tuple[str, str]]:
    for each in quarantined[:most]:
        yield f"quarantined {each.check.name}: {one_line(each.reason, 160)}", "yellow"
    if len(quarantined) > most:
        yield f"… and {len(quarantined) - most} more quarantined; REPORT.md has all", "yellow"
