"""Examples that a goal tells step by step: "bus = Bus(10), then bus.board(8) returns 8 and …".

What is made of a class is asked several things one after the other, and each answer builds on what
came before it. Only calls with nothing but commas and a few words between them belong together;
whatever else stands there ends the story.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from verdigris.building.reading.doubts import is_meant
from verdigris.building.reading.examples import answer_of
from verdigris.building.reading.literals import given, session
from verdigris.building.reading.scanning import call_at, group_end
from verdigris.core.building import Example, LanguageName

_MADE = re.compile(
    r"(?:\b(?:const|let|var) )?(?<![\w.$])(?P<name>[a-z_]\w*) ?= ?(?:new )?(?P<kind>[A-Z]\w*)(?=\()"
)
_AFTER = re.compile(r"\b[Aa]fter [`*]*(?=(?P<name>[a-z_]\w*)\.\w+\()")
_LINK = re.compile(
    r"[`*]*[ \n]*[,;.:]?[ \n]*(?:(?:and|then|now|next|afterwards|after that|so)\b,?[ \n]*)*[`*]*"
)
_MOST = 12
"""Steps of one story."""


@dataclass
class _Story:
    begin: int
    """Where it begins in the goal."""
    name: str
    """What everything is asked of."""
    lines: list[str]
    """What was done so far, in the language."""
    at: int
    """Where the next step is looked for."""
    found: list[Example] = field(default_factory=list)


def in_turn(
    goal: str, language: LanguageName, classes: Collection[str], modules: Collection[str]
) -> Iterator[Example]:
    """Yield an example for each step that is answered, with all the steps before it."""
    for story in (*_made(goal, language), *_implied(goal, language, classes, modules)):
        for _ in range(_MOST):
            if not _step(story, goal, language):
                break
        yield from story.found


def made_in(goal: str) -> set[str]:
    """Return the names of what a goal makes of classes: `bus` in `bus = Bus(10)`."""
    return {match["name"] for match in _MADE.finditer(goal)}


def _made(goal: str, language: LanguageName) -> Iterator[_Story]:
    for match in _MADE.finditer(goal):
        end = group_end(goal, match.end())
        if end > 0:
            arguments = goal[match.end() : end]
            line = _making(match["name"], match["kind"], arguments, language)
            yield _Story(match.start(), match["name"], [line], end)


def _implied(
    goal: str, language: LanguageName, classes: Collection[str], modules: Collection[str]
) -> Iterator[_Story]:
    """Yield stories that begin with "after board.add(1)": of the one class, made of nothing."""
    kinds = [one for one in classes if not re.search(rf"\b{re.escape(one)}\((?!\))", goal)]
    if len(classes) != 1 or not kinds:
        return
    for match in _AFTER.finditer(goal):
        if match["name"] not in modules and not re.search(rf"\b{match['name']} ?= ?", goal):
            line = _making(match["name"], kinds[0], "()", language)
            yield _Story(match.start(), match["name"], [line], match.end())


def _making(name: str, kind: str, arguments: str, language: LanguageName) -> str:
    if language == "python":
        return f"{name} = {kind}{arguments}"
    return f"const {name} = new {kind}{arguments}"


def _step(story: _Story, goal: str, language: LanguageName) -> bool:
    """Read one step more; tell whether there was one."""
    link = _LINK.match(goal, story.at)
    begin = link.end() if link else story.at
    call = call_at(goal, begin)
    if call is None or call.start != begin or not call.name.startswith(f"{story.name}."):
        return False
    line = goal[call.start : call.end]
    if not _is_plain(line, story.name, language):
        return False
    answer = answer_of(goal, call, language)
    story.lines.append(line)
    story.at = answer[1] if answer else call.end
    if answer is None:
        return True
    expected, end, _ = answer
    if not is_meant(goal, story.begin, end, language):
        return False
    text = "\n".join(story.lines)
    if language != "python" or session(text):
        quoted = goal[story.begin : end].strip("`* \n")
        story.found.append(Example(kind="call", given=text, expected=expected, quoted=quoted))
    return not expected.startswith("raises ")


def _is_plain(line: str, name: str, language: LanguageName) -> bool:
    """Tell whether a call hands over nothing but values."""
    return given(line.removeprefix(f"{name}."), language) is not None
