"""The questions for tests and for code: one file each, sized to the model.

The goal is the user's word and stands as such; code and tests of a project are data, in fences.
Who writes tests is never shown code, who writes code no tests but those that were there before.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterable, Mapping, Sequence

from verdigris.building.forms import MOST, form_for
from verdigris.building.profiles import SHAPES, answer_form
from verdigris.core.building import Blueprint, Example, LanguageName, Part
from verdigris.core.text import cut, one_line
from verdigris.languages.base import Language
from verdigris.models.base import Request
from verdigris.prompts import BUILDER, fenced, render

_OUR_WORDS = 450
"""Tokens that the instructions take."""
_MOST_EXAMPLES = 8
_MOST_CRITERIA = 8
_CHECKS_TOKENS = 700
"""All assertions are said in less; who writes more begins to repeat itself."""
_RULE_TOKENS, _OF_A_RULE = 250, 3
"""For a question about one rule: its tokens, and the assertions that are asked for."""
_LINES = {
    "type": "array",
    "items": {"type": "string", "maxLength": 200},
}
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_TEXT = re.compile(r"""(?:#|//)[^\n]*|(["'`])(?:(?!\1)[^\\]|\\.)*\1""", re.S)
"""A comment, which may hold half a pair of quotes, or a text."""
_LIST = re.compile(r"\s*(?:```\w*\s*)?\[")


def checks_request(
    blueprint: Blueprint,
    part: Part,
    language: Language,
    *,
    context_tokens: int,
    max_tokens: int,
    seed: int = 0,
    rule: str = "",
) -> Request:
    """Return the question for tests of one part, from the goal and before there is any code.

    With a `rule`, a sentence of the goal, it is for few tests that are about that one.
    """
    tokens = min(max_tokens, _RULE_TOKENS if rule else _CHECKS_TOKENS)
    room = _room(context_tokens, tokens)
    goal = cut(goal_of(blueprint), room // 2)
    names = [one.name for one in part.functions if "." not in one.name]
    most = _OF_A_RULE if rule else MOST
    form = form_for(blueprint, part, language.name, most)
    prompt = render(
        "build_checks",
        goal=goal,
        language=language.title,
        fence=language.fence,
        part=part,
        heads=fenced(_heads(part, room // 5), language.fence),
        criteria=_criteria(blueprint, part),
        examples=_examples(blueprint, part, language),
        shape=_shape(blueprint, part, language.name),
        names=", ".join(names) or "this file",
        form=form,
        most=most,
        rule=rule,
    )
    lines = {**_LINES, "minItems": most // 2, "maxItems": most}
    return Request(
        system=BUILDER,
        prompt=prompt,
        max_tokens=tokens,
        seed=seed,
        json_schema=lines if form.listed else None,
        shared=len(render("build_goal", goal=goal)),
        left_out=_missing(("the goal", goal_of(blueprint), goal)),
    )


def as_code(answer: str, language: Language) -> str:
    """Return an answer with tests as code, where it is a list of lines; else as it is.

    A list without its end was cut off: what is whole of it counts.
    """
    if not _LIST.match(answer):
        return answer
    try:
        lines = [_whole(str(json.loads(one))) for one in _STRING.findall(answer)]
    except ValueError:
        return answer
    return fenced("\n".join(lines), language.fence)


def _whole(line: str) -> str:
    """Return a line of code whose texts are on one line.

    A newline inside a text must be escaped twice in a list of strings. Small models do it once.
    """
    return _TEXT.sub(lambda found: found.group().replace("\n", r"\n"), line)


def part_request(
    blueprint: Blueprint,
    part: Part,
    language: Language,
    *,
    written: Mapping[str, str],
    stub: str,
    tests: str = "",
    crashes: Sequence[str] = (),
    context_tokens: int,
    max_tokens: int,
    complaint: str = "",
    seed: int = 0,
    step_by_step: bool = False,
) -> Request:
    """Return the question for the text of one part.

    `written` are texts of other parts; those it needs are shown, whole where there is room, else
    by what they offer. `tests` are such as were there before the build, or what others failed at;
    `crashes` are calls that others ended with an error.
    """
    room = _room(context_tokens, max_tokens)
    goal, shown_tests = cut(goal_of(blueprint), room // 3), cut(tests, room // 4)
    begun = cut(stub.rstrip(), room // 4) if tests else ""
    needed, short = _needed(part, written, language, room // 4)
    shape = _shape(blueprint, part, language.name)
    prompt = render(
        "build_part",
        goal=goal,
        language=language.title,
        fence=language.fence,
        part=part,
        heads="" if begun else fenced(_heads(part, room // 5), language.fence),
        criteria=_criteria(blueprint, part),
        examples=_examples(blueprint, part, language),
        shape=shape,
        needed=needed,
        begun=begun and fenced(begun, language.fence),
        tests=shown_tests and fenced(shown_tests, language.fence),
        crashes=crashes,
        packages=", ".join(blueprint.dependencies),
        assumptions=[one_line(one, 200) for one in blueprint.assumptions if one not in shape][:4],
        ending=language.ending(part),
        complaint=cut(complaint, min(1500, room // 6)),
        step_by_step=step_by_step,
    )
    said = _missing(
        ("the goal", goal_of(blueprint), goal),
        ("the tests", tests, shown_tests),
        (part.path, stub.rstrip() if tests else "", begun),
    )
    return Request(
        system=BUILDER,
        prompt=prompt,
        max_tokens=max_tokens,
        seed=seed,
        shared=len(render("build_goal", goal=goal)),
        left_out=", ".join(filter(None, (said, *short))),
    )


def goal_of(blueprint: Blueprint) -> str:
    """Return what was asked for, as far as a blueprint knows it."""
    said = blueprint.goal or blueprint.summary
    return said.strip()


def _room(context_tokens: int, answer_tokens: int) -> int:
    """Return how many characters a question may hold besides our own words."""
    return max(context_tokens - answer_tokens - _OUR_WORDS, 300) * 3


def _missing(*pieces: tuple[str, str, str]) -> str:
    said = [
        f"{len(whole) - len(shown)} characters of {what}"
        for what, whole, shown in pieces
        if len(shown) < len(whole)
    ]
    return ", ".join(said)


def _heads(part: Part, room: int) -> str:
    """Return what the part offers, one head a line, as far as there is room."""
    lines: list[str] = []
    for one in part.functions:
        mark = "#" if "def " in one.signature or part.path.endswith(".py") else "//"
        owner = one.name.rpartition(".")[0]
        inside = "    " if owner else ""
        said = f"  {mark} {one_line(one.purpose, 120)}" if one.purpose else ""
        lines.append(f"{inside}{one.signature}{said}")
    return cut("\n".join(lines), room)


def _criteria(blueprint: Blueprint, part: Part) -> list[str]:
    """Return what must hold for a part: its own first, then what is about the whole."""
    goal = " ".join(goal_of(blueprint).split())
    own = [one.text for one in blueprint.criteria if one.part == part.path]
    whole = [one.text for one in blueprint.criteria if not one.part]
    return [text for text in (*own, *whole) if text.rstrip("…") not in goal][:_MOST_CRITERIA]


def _examples(blueprint: Blueprint, part: Part, language: Language) -> str:
    """Return what the goal shows of a part, in a fence; nothing where it shows nothing."""
    own = [one for one in blueprint.examples if one.part == part.path][:_MOST_EXAMPLES]
    usual = [one for one in blueprint.sessions if one.like and part.is_main]
    typed = usual or any(one.kind == "command" for one in own)
    told = [_told(shlex.join(words) for words in one.lines) + one.like for one in usual]
    shown = "\n".join((*(_shown(one, language.name) for one in own), *told))
    return shown and fenced(shown, "console" if typed else language.fence)


def _shown(example: Example, language: LanguageName) -> str:
    """Return an example as a line of a test, or as a session."""
    if example.kind == "command":
        return _told(example.given.split("\n")) + example.expected.rstrip()
    *before, call = example.given.split("\n")
    error = example.expected.removeprefix("raises ")
    if error != example.expected:
        last = f"with pytest.raises({error}): {call}"
        last = last if language == "python" else f"assert.throws(() => {call}, {error});"
    elif language == "python":
        last = f"assert {call} == {example.expected}"
    else:
        last = f"assert.deepStrictEqual({call}, {example.expected});"
    return "\n".join([*before, last])


def _told(lines: Iterable[str]) -> str:
    """Return what is typed in a session, with the end of the last line."""
    return "".join(f"{f'$ program {line}'.rstrip()}\n" for line in lines)


def _shape(blueprint: Blueprint, part: Part, language: LanguageName) -> str:
    shape = SHAPES[blueprint.profile]
    names = {one.name for one in part.functions}
    form = answer_form(blueprint.profile, language) if "handle" in names else ""
    start = shape.start(goal_of(blueprint))
    about = start if part.is_main and "main" in names else shape.core
    if part.is_main and "handle" in names:
        about = f"{shape.core} {start}"
    return f"{about} {form}".strip()


def _needed(
    part: Part, written: Mapping[str, str], language: Language, room: int
) -> tuple[list[str], list[str]]:
    """Return fenced texts of the parts that one imports, and which of them were cut short."""
    shown: list[str] = []
    short: list[str] = []
    for path in part.needs:
        text = written.get(path, "").rstrip()
        if not text:
            continue
        if len(text) > room:
            heads = "\n".join(one.signature for one in language.signatures(text))
            text = cut(heads or text, max(room, 200))
            short.append(f"the bodies of {path}")
        mark = "#" if path.endswith(".py") else "//"
        shown.append(fenced(f"{mark} {path}\n{text}", language.fence))
        room = max(room - len(text), 0)
    return shown, short
