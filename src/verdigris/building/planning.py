"""The question to the planner, and a blueprint from whatever it answers.

What the goal names verbatim wins over what a model says (`settling`). A goal that names its one
function, or the one file of a program, needs no model: the plan by rules is as good, and free.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from verdigris.building import customs
from verdigris.building.existing import from_project as from_project
from verdigris.building.goal import files_in, functions_in, profile_of
from verdigris.building.plan_form import Draft, read_draft
from verdigris.building.profiles import SHAPES
from verdigris.building.reading.places import SUFFIXES
from verdigris.building.settling import MOST_PARTS, settle
from verdigris.core.building import Blueprint, Profile
from verdigris.core.syntax import suffix
from verdigris.core.text import cut, one_line, tidy
from verdigris.errors import ModelMistake
from verdigris.languages.base import Language
from verdigris.models.base import Request
from verdigris.prompts import BUILDER, fenced, render

_PLAN_TOKENS = 700
_QUESTION_TOKENS = 160
_OUR_WORDS = 500
_MOST_QUESTIONS = 4
Answers = Sequence[tuple[str, str]]
"""Questions, and what the user said to each."""


def needs_model(goal: str, language: Language, profile: Profile) -> bool:
    """Tell whether a plan by rules would leave open what the parts are to offer.

    A program in one file is used by starting it: names that a planner thinks up for its inside
    would only be one more thing to get wrong.
    """
    files = [path for path in files_in(goal) if suffix(path) in SUFFIXES[language.name]]
    if SHAPES[profile].starts and len(files) == 1:
        return False
    found = [one for one in functions_in(goal, language) if one.name != "main"]
    if customs.usual(goal, language, profile):
        return False
    if not found or any(re.search(r"\((?:\*|\.{3})args\)", one.signature) for one in found):
        return True
    several = len(files) > 1 and len(found) < len(files)
    return several or (SHAPES[profile].starts and len(found) < 2 and not files)


def answered(goal: str, answers: Answers) -> str:
    """Return a goal with what the user answered, which is as much the user's word."""
    told = [f"- {one_line(ask, 200)} {reply.strip()}" for ask, reply in answers if reply.strip()]
    return "\n".join([goal.rstrip(), "", *told]) if told else goal


def plan_request(
    goal: str,
    language: Language,
    profile: Profile,
    *,
    patterns: Sequence[str] = (),
    answers: Answers = (),
    context_tokens: int,
    complaint: str = "",
) -> Request:
    """Return the question for a plan. `patterns` are plans that worked before: data, no orders."""
    room = _room(context_tokens, _PLAN_TOKENS)
    whole = answered(goal, answers)
    shown = cut(whole, room * 3 // 5)
    kept = [fenced(cut(one, room // 8)) for one in patterns[:2]]
    prompt = render(
        "build_plan",
        goal=shown,
        language=language.title,
        fence=language.fence,
        ending=SUFFIXES[language.name][0],
        shape=SHAPES[profile].plan,
        starts=SHAPES[profile].starts,
        patterns=kept,
        most=4,
        complaint=one_line(complaint, 400),
    )
    return Request(
        system=BUILDER,
        prompt=prompt,
        max_tokens=_PLAN_TOKENS,
        shared=len(render("build_goal", goal=shown)),
        left_out=_left_out(whole, shown),
    )


def read_plan(text: str, goal: str, language: Language, profile: Profile) -> Blueprint:
    """Return the blueprint that an answer and the goal make together.

    Raises ModelMistake, in words for the model, where it names no file and no function.
    """
    draft = read_draft(text)
    if not any(file.path or file.functions for file in draft.files):
        raise ModelMistake(
            "Your plan names no file. Write lines such as `FILE: name - what it is for` and below "
            "each its functions: `FUNCTION: name(parameters) - what it does`."
        )
    if len(draft.files) > 3 * MOST_PARTS:
        raise ModelMistake(f"Your plan has {len(draft.files)} files; at most {MOST_PARTS}.")
    return settle(draft, goal, language, profile, by="model")


def by_rules(goal: str, language: Language, profile: Profile) -> Blueprint:
    """Return the plan that the goal's own words make; always one that can be built from."""
    return settle(Draft(), goal, language, profile, by="rules")


def questions_request(goal: str, *, context_tokens: int) -> Request:
    """Return the question for what a goal leaves open."""
    shown = cut(goal, _room(context_tokens, _QUESTION_TOKENS) * 4 // 5)
    kind = profile_of(goal).replace("_", " ")
    prompt = render("build_questions", goal=shown, kind=kind, most=3)
    return Request(
        system=BUILDER,
        prompt=prompt,
        max_tokens=_QUESTION_TOKENS,
        shared=len(render("build_goal", goal=shown)),
        left_out=_left_out(goal, shown),
    )


def read_questions(text: str) -> tuple[str, ...]:
    """Return the questions in an answer, as far as a user can answer them in a line."""
    found: dict[str, None] = {}
    for line in tidy(text).splitlines()[:60]:
        plain = re.sub(
            r"^\W*(?:\d+[.)]\s*)?(?:Q(?:UESTION)?\s*\d*\s*:\s*)?[*_`]*", "", line, flags=re.I
        )
        end = plain.rfind("?")
        if end > 0 and 3 <= len(plain[:end].split()) <= 60:
            found[one_line(plain[: end + 1], 240)] = None
    return tuple(found)[:_MOST_QUESTIONS]


def _room(context_tokens: int, answer_tokens: int) -> int:
    """Return how many characters of the user's text a question may show."""
    return max(context_tokens - answer_tokens - _OUR_WORDS, 200) * 3


def _left_out(whole: str, shown: str) -> str:
    return "" if shown == whole else f"{len(whole) - len(shown)} characters of the goal"
