"""What this iteration taught: a structured lesson, and how the run is doing.

The facts are taken from the reports; a model is asked only for the words. Without one, or with an
answer that cannot be read, the facts stand alone.
"""

from __future__ import annotations

from verdigris.core import signature
from verdigris.core.events import LessonLearned
from verdigris.core.lesson import Attempt, Lesson, Outcome
from verdigris.core.text import count, cut, one_line
from verdigris.core.value import Value
from verdigris.memory.short_term import standing
from verdigris.models.base import Request
from verdigris.models.prices import is_free
from verdigris.prompts import SYSTEM, render
from verdigris.steps.asking.ask import SPEECHLESS, model_for
from verdigris.steps.asking.ask_for import ask_for
from verdigris.steps.deps import Deps
from verdigris.steps.state import RunState


class _Words(Value):
    """What a model is asked to say, in three lines."""

    root_cause: str = ""
    lesson: str = ""
    next: str = ""


async def reflect(state: RunState, deps: Deps) -> RunState:
    attempt = _attempt(state)
    now = standing([*state.get("attempts", []), attempt])
    lesson = await _asked(state, deps, attempt) or _by_rules(state, attempt)
    await deps.bus.emit(LessonLearned(lesson=lesson, standing=now))
    deps.said(f"{now.said()}: {one_line(lesson.summary, 120)}")
    if state["task"].job == "audit":
        return {"lesson": lesson, "standing": now}
    return {"lesson": lesson, "standing": now, "attempts": [attempt]}


def _attempt(state: RunState) -> Attempt:
    change = state.get("change")
    after = state.get("after") or state.get("current")
    left = signature.of_report(after) if after else None
    return Attempt(
        iteration=state["iteration"],
        fingerprint=change.fingerprint if change else "",
        files=change.paths if change else (),
        outcome=_outcome(state),
        signature=left.key if left else "",
        failing=tuple(result.id for result in after.failures) if after else (),
        why=one_line(state.get("why", ""), 300),
    )


def _outcome(state: RunState) -> Outcome:
    verdict = state.get("verdict")
    if state.get("change") is None:
        return "none"
    if verdict is None:
        return "refused"
    if verdict.green:
        return "green"
    return "progress" if state["head"] == state.get("commit") else "red"


async def _asked(state: RunState, deps: Deps, attempt: Attempt) -> Lesson | None:
    change = state.get("change")
    if change is None or change.origin in SPEECHLESS or attempt.outcome == "progress":
        return None  # nothing that words would add to; after progress another failure is next
    shown, after = state.get("shown"), state.get("after")
    if shown is None:
        return None
    left = after.failures[0].message if after and after.failures else ""
    prompt = render(
        "reflect",
        shown=shown,
        diff=cut(change.diff, 2500),
        result=attempt.why or attempt.outcome,
        left=cut(left, 800),
        green=attempt.outcome == "green",
    )
    request = Request(
        system=SYSTEM,
        prompt=prompt,
        max_tokens=120,
        shared=len(render("context", shown=shown)),
        left_out=", ".join(shown.left_out),
    )
    model = model_for(deps, "strong", "reflector")
    # A model on this machine takes longer for a second try than the words are worth.
    tries = 1 if model is None or is_free(model.name) else 2
    said = await ask_for(deps, "strong", "reflector", request, _Words, tries=tries)
    if model is None or said is None or not (said.lesson or said.root_cause):
        return None
    cause = one_line(said.root_cause, 300)
    return Lesson(
        summary=one_line(said.lesson or cause, 300),
        root_cause=cause,
        next_idea="" if attempt.outcome == "green" else one_line(said.next, 300),
        by=model.name,
    )


def _by_rules(state: RunState, attempt: Attempt) -> Lesson:
    if state["task"].job == "audit":
        found = state.get("findings", ())
        return Lesson(summary=count(len(found), "finding") if found else "nothing was noticed")
    if attempt.outcome == "green":
        verdict = state.get("verdict")
        fixed = count(len(verdict.fixed) if verdict else 0, "test")
        return Lesson(summary=f"the change to {', '.join(attempt.files)} fixed {fixed}")
    return Lesson(summary=attempt.why or "no usable change came about")
