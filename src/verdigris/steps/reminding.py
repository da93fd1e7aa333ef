"""What earlier failures that read like this one taught, in a few lines each, for a prompt.

Only what is alike enough, at most a few, and only what runs here found out: a foreign card's words
reach no prompt. Each says what was true, the change that went green, and what was not: what was
tried in vain. Credentials are masked here, before any memory is asked: one may be far away.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from verdigris.core.lesson import Card
from verdigris.core.paths import is_test_file
from verdigris.core.plan import Place
from verdigris.core.report import TestResult
from verdigris.core.signature import of_result
from verdigris.core.text import cut, mask, one_line
from verdigris.memory.base import Near
from verdigris.memory.likeness.nearness import threshold_of
from verdigris.memory.likeness.wording import of_failure
from verdigris.settings import Machine
from verdigris.steps.deps import Deps
from verdigris.vectors.choose import chosen

MOST = 2
"""Failures that are told of."""
_LOOKED_AT = 6
_LINES, _LONGEST = 14, 700
"""Changed lines of a fix, and characters of them, that are shown."""
_IN_VAIN = 2


async def reminders(
    failure: TestResult, places: Sequence[Place], files: Mapping[str, str], deps: Deps
) -> tuple[str, ...]:
    """Return what is worth telling a model about failures like this one; often nothing.

    May raise StoreError.
    """
    if not deps.models:
        return ()
    signature = of_result(failure)
    hide = partial(mask, secrets=deps.settings.secrets(Machine.current()))
    text = of_failure(signature, files, _suspect(places, files), hide)
    found = await deps.memory.nearest(text, _LOOKED_AT)
    least = threshold_of(chosen(deps.settings), deps.settings.memory.nearness)
    alike = [
        near
        for near in found
        if near.nearness >= least
        and not near.card.foreign
        and near.card.change is not None
        and near.card.signature.key != signature.key
    ]
    return tuple([await _told(near, deps) for near in alike[:MOST]])


def _suspect(places: Sequence[Place], files: Mapping[str, str]) -> tuple[str, str] | None:
    """Return the likeliest suspect that has a name: where the test itself raised, what it tests."""
    return next(
        (
            (place.path, place.name)
            for place in places
            if place.name and place.path in files and not is_test_file(place.path)
        ),
        None,
    )


async def _told(near: Near, deps: Deps) -> str:
    card = near.card
    lines = [f"Failure: {one_line(f'{card.signature.exception}: {card.signature.shape}', 200)}"]
    if cause := one_line(card.root_cause or card.summary, 240):
        lines.append(f"Cause there: {cause}")
    lines.append(f"What mended it there:\n{_changed_lines(card)}")
    for reason in await _in_vain(card, deps):
        lines.append(f"What did not: {reason}")
    # Inside a fence, which no text of a card may close.
    return "\n".join(lines).replace("```", "'''")


def _changed_lines(card: Card) -> str:
    diff = card.change.diff if card.change else ""
    changed = [
        line
        for line in diff.splitlines()
        if line.startswith(("+", "-")) and not line.startswith(("+++", "---"))
    ]
    more = [f"… {len(changed) - _LINES} more lines"] if len(changed) > _LINES else []
    return cut("\n".join([*changed[:_LINES], *more]), _LONGEST)


async def _in_vain(card: Card, deps: Deps) -> list[str]:
    cards = await deps.memory.by_signature(card.signature, 10)
    red = [one for one in cards if not (one.green or one.foreign) and one.change is not None]
    return [
        one_line(f"{_changed_lines(one)} ({one.verification or one.summary})", 240)
        for one in red[:_IN_VAIN]
    ]
