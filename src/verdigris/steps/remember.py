"""Keep what was learned: a card about the failure this iteration worked on."""

from __future__ import annotations

import hashlib

from verdigris.core import signature
from verdigris.core.events import CardStored
from verdigris.core.lesson import Card
from verdigris.steps.deps import Deps
from verdigris.steps.state import RunState


async def remember(state: RunState, deps: Deps) -> RunState:
    card = await _card(state, deps)
    if card is None:
        deps.said("nothing to remember")
        return {}
    await deps.memory.put(card)
    await deps.bus.emit(CardStored(card=card))
    deps.said(f"card {card.id}: {'what worked' if card.green else 'what did not work'}")
    return {}


async def _card(state: RunState, deps: Deps) -> Card | None:
    attempts, lesson, before = state.get("attempts", []), state.get("lesson"), state.get("before")
    if not attempts or lesson is None or before is None:
        return None
    attempt, verdict = attempts[-1], state.get("verdict")
    green = attempt.outcome == "green"
    # A green card is about the failure the run began with and holds all that was won; any other is
    # about the failure at hand and the one change that did not help.
    change = state.get("change")
    if green and change is not None:
        change = await deps.workspace.difference(state["base"], state["head"], change.origin)
    worked_on = signature.of_report(before) if green else state.get("signature")
    if worked_on is None or attempt.outcome == "progress":
        return None
    return Card(
        id=hashlib.sha256(f"{state['run_id']}:{attempt.iteration}".encode()).hexdigest()[:16],
        run_id=state["run_id"],
        iteration=attempt.iteration,
        signature=worked_on,
        green=green,
        summary=lesson.summary,
        root_cause=lesson.root_cause,
        fix=f"changed {', '.join(change.paths)}" if change else "",
        verification=verdict.summary() if verdict else attempt.why,
        files_changed=change.paths if change else (),
        debug_steps=tuple(f"{a.iteration}: {a.outcome} {a.why}".strip() for a in attempts),
        change=change,
    )
