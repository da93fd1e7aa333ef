"""The questions to a coder with tools: the assignment, then what was called and what came of it.

Every question begins with the same words, so that a provider need not read them again. Results
and texts are kept whole as long as there is room, the latest always; older ones are shortened.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from verdigris.building.asking import goal_of
from verdigris.building.profiles import SHAPES, answer_form
from verdigris.building.tools import SCHEMA, Call
from verdigris.core.building import Blueprint
from verdigris.core.text import cut, one_line
from verdigris.core.value import Value
from verdigris.languages.base import Language
from verdigris.models.base import Request
from verdigris.prompts import BUILDER, fenced, render

_OUR_WORDS = 900
"""Tokens that the instructions take."""
_SHORT = 300
"""Characters that are left of an old result, of a text that was written, of what was no call."""
_MOST = 60_000
"""Characters of results that are sent with each question, however large a model is."""
_CRITERIA = 8
_ASSUMPTIONS = 4


class Turn(Value):
    """One call, or an answer that was none, and what came of it."""

    call: Call | None = None
    answer: str = ""
    """What was said where no call could be read."""
    result: str


class Brief(Value):
    """What a coder with tools is told before the first call."""

    blueprint: Blueprint
    parts: tuple[str, ...]
    """Paths of the files that are to be written."""
    texts: dict[str, str]
    """Those files as they are now, and others that may be changed as well."""
    tests: str = ""
    """The tests that it may see and run."""
    all_shown: bool = True
    """Whether those are all that it may run."""
    rest_stays: bool = False
    """Whether functions stay that a whole file leaves out."""
    program: str = ""
    """The command that starts the program; empty where there is none."""
    turns: int


def assignment(brief: Brief, language: Language, *, context: int, answer: int) -> str:
    """Return the beginning of every question, sized to the model."""
    room, blueprint = _room(context, answer), brief.blueprint
    each = room // 4 // max(len(brief.parts), 1)
    files = [
        (
            path,
            one_line(part.purpose, 200) if (part := blueprint.part(path)) else "",
            fenced(cut(brief.texts[path].rstrip(), max(each, 400)), language.fence),
        )
        for path in brief.parts
    ]
    others = [f"`{path}`" for path in sorted(brief.texts) if path not in brief.parts]
    criteria = [one.text for one in blueprint.criteria if one.part in ("", *brief.parts)]
    return render(
        "build_tools",
        goal=cut(goal_of(blueprint), room // 4),
        language=language.title,
        files=files,
        others=", ".join(others),
        packages=", ".join(blueprint.dependencies),
        shape=_shape(brief, language),
        criteria=criteria[:_CRITERIA],
        assumptions=[one_line(one, 200) for one in blueprint.assumptions][:_ASSUMPTIONS],
        tests=brief.tests and fenced(cut(brief.tests, room // 4), language.fence),
        all_shown=brief.all_shown,
        rest_stays=brief.rest_stays,
        program=brief.program,
        turns=brief.turns,
    )


def turn_request(
    begin: str, past: Sequence[Turn], left: int, *, context: int, answer: int, seed: int
) -> Request:
    """Return the question for the next call."""
    room = min(_room(context, answer) - len(begin), _MOST)
    told = _told(past, max(room, 4 * _SHORT))
    calls = "This is your last call." if left == 1 else f"You have {left} calls left."
    last = told[-1] if told else ""
    before = "\n\n".join([begin, *told[:-1]])
    ending = f"{calls} Answer with your next call, as one JSON object."
    return Request(
        system=BUILDER,
        prompt="\n\n".join(filter(None, (before, last, ending))),
        max_tokens=answer,
        seed=seed,
        json_schema=SCHEMA,
        shared=len(before),
    )


def _room(context: int, answer: int) -> int:
    """Return how many characters a question may hold besides our own words."""
    return max(context - answer - _OUR_WORDS, 1000) * 3


def _told(past: Sequence[Turn], room: int) -> list[str]:
    """Return the turns in words: the latest whole, as many before it as there is room for."""
    told: list[str] = []
    for age, turn in enumerate(reversed(past)):
        text = _turn(len(past) - age, turn, whole=True)
        if age and len(text) > room:
            text = _turn(len(past) - age, turn, whole=False)
        told.insert(0, text)
        room -= len(text)
    return told


def _turn(number: int, turn: Turn, *, whole: bool) -> str:
    result = turn.result if whole else cut(turn.result, _SHORT)
    return f"Call {number}: {_said(turn, whole=whole)}\nIt shows:\n{fenced(result)}"


def _said(turn: Turn, *, whole: bool) -> str:
    if turn.call is None:
        return f"an answer that is no call:\n{fenced(cut(turn.answer, _SHORT))}"
    call = turn.call
    fields: Mapping[str, str] = {"text": call.text, "find": call.find, "replace": call.replace}
    pieces = [f"{call.tool} {call.path}".rstrip()]
    pieces += [
        f"{name}:\n{fenced(text if whole else cut(text, _SHORT))}"
        for name, text in fields.items()
        if text
    ]
    return "\n".join(pieces)


def _shape(brief: Brief, language: Language) -> str:
    """Return what this sort of program keeps to, for the files that are to be written."""
    blueprint = brief.blueprint
    shape = SHAPES[blueprint.profile]
    parts = [part for path in brief.parts if (part := blueprint.part(path))]
    about = [shape.core] if any(not part.is_main for part in parts) else []
    about += [shape.start(goal_of(blueprint))] if any(part.is_main for part in parts) else []
    if any(one.name == "handle" for part in parts for one in part.functions):
        about.append(answer_form(blueprint.profile, language.name))
    return " ".join(filter(None, about))
