"""Keep what was learned: how the operators fared, a card about the failure, templates of a fix.

Each is stored under a key made of run and iteration, so doing this step again adds nothing.
"""

from __future__ import annotations

import hashlib
import time

from verdigris.core import signature
from verdigris.core.change import Change
from verdigris.core.events import CardStored
from verdigris.core.lesson import Card
from verdigris.core.template import Provenance
from verdigris.core.text import count, one_line
from verdigris.memory.base import use_key
from verdigris.steps.briefing import read_text
from verdigris.steps.deps import Deps
from verdigris.steps.reproducing import reproduction
from verdigris.steps.state import RunState
from verdigris.steps.teaching import teach, templates_of

_STEPS = 20
"""Tiers and attempts that a card tells of."""
_BROKEN = 20
"""Tests that a card names of those its change broke."""


async def remember(state: RunState, deps: Deps) -> RunState:
    await _tally(state, deps)
    card = await _card(state, deps)
    if card is None:
        deps.said("nothing to remember")
        return {}
    await deps.memory.put(card)
    change = state.get("change")
    if change is not None and change.card:
        exact = not change.adapted
        await deps.memory.used(change.card, _key(state), green=card.green, exact=exact)
    await deps.bus.emit(CardStored(card=card))
    said = f"card {card.id}: {'what worked' if card.green else 'what did not work'}"
    if taught := await _teach(card, state, deps):
        said = f"{said}; {count(taught, 'template')}"
    if deps.settings.memory.mode == "off":
        said = f"{said}; for this run only, memory is off"
    deps.said(said)
    return {}


async def _tally(state: RunState, deps: Deps) -> None:
    tallies, attempts = state.get("tallies"), state.get("attempts", [])
    if tallies is None or not attempts:
        return
    if attempts[-1].outcome not in ("green", "progress"):
        # Green on the bench and not in the full run: the candidates did not mend it after all.
        counts = {name: (tried, 0) for name, (tried, _) in tallies.counts.items()}
        tallies = tallies.model_copy(update={"counts": counts})
    await deps.patterns.tally(_key(state), tallies)


async def _teach(card: Card, state: RunState, deps: Deps) -> int:
    """Turn a fix into templates; return how many it gives, known or not."""
    if not card.green or card.change is None:
        return 0
    if state.get("agreements"):
        return 0  # from stubs to a program is no edit that would mend anything else
    name = state["task"].root.rstrip("/").rpartition("/")[2]
    source = Provenance(
        key=_key(state),
        at=time.time(),
        repository=hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()[:12],
        kind=card.signature.kind,
    )
    templates = templates_of(card.change.edits)
    await teach(deps.patterns, templates, source)
    return len(templates)


def _cause(change: Change | None) -> str:
    """Return what a search says of the edit that mended it, where no model said why."""
    return one_line(change.note, 300) if change is not None and change.origin == "search" else ""


def _debug_steps(state: RunState) -> tuple[str, ...]:
    """Return how the run went about it: where it looked, who was asked, what came of each try."""
    looked = ", ".join(f"{p.path}:{p.name}".rstrip(":") for p in state.get("places", ())[:3])
    asked = [
        f"asked {one.tier}: {count(one.candidates, 'candidate')}" for one in state.get("tiers", [])
    ]
    tried = [f"{a.iteration}: {a.outcome} {a.why}".strip() for a in state.get("attempts", [])]
    found = [f"suspected {looked}"] if looked else []
    return tuple(one_line(step, 300) for step in (*found, *asked[-_STEPS:], *tried[-_STEPS:]))


async def _reproduction(state: RunState, deps: Deps, *, green: bool) -> str:
    report = state.get("before") if green else state.get("current")
    if report is None or not report.failures:
        return ""
    failure = report.failures[0]
    tree = await deps.workspace.tree(state["base"])
    return reproduction(read_text(tree, failure.id.partition("::")[0]), failure)


def _key(state: RunState) -> str:
    return use_key(state["run_id"], state["attempts"][-1].iteration)


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
        root_cause=lesson.root_cause or _cause(state.get("change") if green else None),
        fix=f"changed {', '.join(change.paths)}" if change else "",
        verification=verdict.summary() if verdict else attempt.why,
        files_changed=change.paths if change else (),
        debug_steps=_debug_steps(state),
        broken=() if green or verdict is None else verdict.broken[:_BROKEN],
        reproduction=await _reproduction(state, deps, green=green),
        change=change,
        project=state["task"].project,
        scope=deps.settings.memory.scope,
    )
