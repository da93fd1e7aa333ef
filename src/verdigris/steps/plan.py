"""What seems wrong, and what to do about it, in a few plain sentences.

A build begins with a blueprint instead (`plan_build`). Asked once for each new failure, and not
where memory knows a fix or a search without a model comes first: it may need no plan. Without a
model the plan is what the failure itself says.
"""

from __future__ import annotations

import re
from pathlib import Path

from verdigris.core.events import Planned
from verdigris.core.plan import Plan
from verdigris.core.report import Report
from verdigris.core.syntax import is_python
from verdigris.core.text import cut, one_line
from verdigris.models.base import Request, context_of
from verdigris.prompts import SYSTEM, render
from verdigris.proposers.showing import context
from verdigris.steps.asking.ask import ask, model_for
from verdigris.steps.briefing import brief_for
from verdigris.steps.deps import Deps
from verdigris.steps.plan_build import plan_build
from verdigris.steps.state import RunState, unwritten

_WORD = re.compile(r"`([A-Za-z_][\w.]*)\(?\)?`|\b([a-z]+_\w+|[A-Z][a-z]+[A-Z]\w*)\b")


async def plan(state: RunState, deps: Deps) -> RunState:
    if state["task"].job == "build" and not state.get("attempts"):
        made_of_goal = await plan_build(state, deps)
        if made_of_goal:
            return made_of_goal
    if unwritten(state):
        deps.said("the plan stands")
        return {}
    # A job that reproduces nothing takes its copy of the project here.
    base = state.get("base") or await deps.workspace.start(Path(state["task"].root))
    update: RunState = {"base": base, "head": state.get("head", base)}
    planned = state.get("plan")
    if planned is not None and not _moved_on(state) and (planned.by != "rules" or not deps.models):
        deps.said("the plan stands")
        return update
    report = state.get("current")
    made = (
        await _from_memory(state, deps)
        or await _ask(state, deps, update["head"], report)
        or _by_rules(state, report)
    )
    await deps.bus.emit(Planned(plan=made))
    deps.said(one_line(made.summary))
    return {**update, "plan": made}


def _moved_on(state: RunState) -> bool:
    """Tell whether the last attempt won something, so that another failure is next."""
    attempts = state.get("attempts", [])
    return bool(attempts) and attempts[-1].outcome == "progress"


async def _from_memory(state: RunState, deps: Deps) -> Plan | None:
    """Where a fix for this failure is known, no model need be asked what to do."""
    found = state.get("signature")
    cards = await deps.memory.by_signature(found, limit=1) if found else []
    if not cards or not cards[0].green or cards[0].change is None:
        return None
    cause = "" if cards[0].foreign else one_line(cards[0].root_cause, 300)
    return Plan(summary=f"Seen before: run {cards[0].run_id} fixed it. {cause}".strip())


async def _ask(state: RunState, deps: Deps, head: str, report: Report | None) -> Plan | None:
    if report is None or not report.failures:
        return None
    if _search_is_next(state, deps, report):
        return None
    model = model_for(deps, "fast", "planner")
    if model is None:
        return None
    fresh: RunState = {**state, "places": ()}  # those of the last failure say nothing of this one
    brief = await brief_for(fresh, deps, head, report)
    others = ", ".join(failure.id for failure in report.failures[1:4])
    shown = context(brief, await context_of(model), deps.settings.models.max_output_tokens)
    prompt = render("plan", shown=shown, goal=brief.goal, others=others)
    request = Request(
        system=SYSTEM,
        prompt=prompt,
        max_tokens=90,
        shared=len(render("context", shown=shown)),
        left_out=", ".join(shown.left_out),
    )
    reply = await ask(deps, "fast", "planner", request)
    if reply is None or not reply.text.strip():
        return None
    text = cut(reply.text.strip(), 600)
    words = tuple(dict.fromkeys(a or b for a, b in _WORD.findall(text)))[:12]
    return Plan(summary=text, words=words, by=model.name)


def _search_is_next(state: RunState, deps: Deps, report: Report) -> bool:
    """Tell whether this failure has not been searched for yet, and can be."""
    searched = state.get("iteration", 1) > 1 and not _moved_on(state)
    in_python = is_python(report.failures[0].id.partition("::")[0])
    return "search" in deps.settings.cascade.tiers and in_python and not searched


def _by_rules(state: RunState, report: Report | None) -> Plan:
    if report is None or not report.failures:
        return Plan(summary=state["task"].goal)
    first = report.failures[0]
    return Plan(summary=f"Make {first.id} pass: {first.reason}.")
