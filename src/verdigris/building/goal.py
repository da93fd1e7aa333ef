"""What a goal says by itself, read by rules: language, sort of program, names, files, examples.

No model is asked here, and nothing is keyed to certain goals. What is in doubt is left out.
"""

from __future__ import annotations

import builtins
import re
from collections.abc import Collection
from functools import lru_cache
from itertools import islice

from verdigris.building.reading.doubts import is_steady
from verdigris.building.reading.examples import spoken
from verdigris.building.reading.heads import head, named
from verdigris.building.reading.kinds import language_of as language_of
from verdigris.building.reading.kinds import profile_of as profile_of
from verdigris.building.reading.literals import given, session
from verdigris.building.reading.naming import name_of as name_of
from verdigris.building.reading.places import files_in as files_in
from verdigris.building.reading.places import readable, stem_of
from verdigris.building.reading.scanning import between_commas, call_at, group_end
from verdigris.building.reading.sessions import commands, program_in, typed
from verdigris.building.reading.stated import stated
from verdigris.building.reading.turns import in_turn, made_in
from verdigris.core.building import Example, Function, LanguageName
from verdigris.languages.base import Language

_MOST = 200
"""Examples that are read in the words of a goal."""
_ASKED = re.compile(r"\b(\w+)\.(\w+)\(")


def examples_in(
    goal: str, language: LanguageName, known: Collection[str] = ()
) -> tuple[Example, ...]:
    """Return what a goal shows: asked this, it answers that. Two answers to one thing are none.

    `known` are functions that are there already, besides those that the goal names.
    """
    return _examples_in(readable(goal), language, frozenset(known))


@lru_cache(maxsize=8)
def _examples_in(goal: str, language: LanguageName, known: frozenset[str]) -> tuple[Example, ...]:
    whole = [one.function.name for one in named(goal, language)]
    names = {part for one in whole for part in one.split(".")}
    names |= {*known, *re.findall(r"`([A-Za-z_$][\w$]*)`", goal)}
    # With a class Bus in a goal for bus.py, `bus.board(8)` is about a bus and not about the file.
    methods = {one.partition(".")[2] for one in whole if "." in one}
    asked = {name for name, method in _ASKED.findall(goal) if method in methods}
    modules = {stem_of(path) for path in files_in(goal)} - {*made_in(goal), *asked}
    classes = {name for name in names if name[:1].isupper()}
    heads = [one.function.signature for one in named(goal, language) if one.known]
    found = [
        *typed(goal, language, modules),
        *islice(spoken(_unprompted(goal), language, names, modules), _MOST),
        *islice(in_turn(_unprompted(goal), language, classes, modules), _MOST),
    ]
    if len(heads) == 1 and "class " not in heads[0]:
        found += stated(goal, language, heads[0])
    found += commands(goal)
    found = [one for one in found if is_steady(one, goal)]
    answers: dict[tuple[str, str, str], Example] = {}
    disputed: set[tuple[str, str, str]] = set()
    for one in found:
        key = (one.kind, _tight(one.given) if one.kind == "call" else one.given, one.stdin)
        if answers.setdefault(key, one).expected != one.expected:
            disputed.add(key)
    return tuple(one for key, one in answers.items() if key not in disputed)


def _tight(code: str) -> str:
    """Return code without the blanks outside its strings."""
    return re.sub(r"(\"[^\"]*\"|'[^']*')|[ \t]+", lambda match: match.group(1) or "", code)


def _unprompted(goal: str) -> str:
    """Return a goal without the lines of sessions, which are read as such."""
    return re.sub(r"^[ \t]*(?:>>>|\$ |> (?=[\w.]+\()).*$", "", goal, flags=re.M)


def functions_in(goal: str, language: Language) -> tuple[Function, ...]:
    """Return what a goal names or calls; heads that it does not show follow its examples."""
    goal = readable(goal)
    calls, errors = _called(goal, language.name)
    found = {one.function.name: one.function for one in named(goal, language.name) if one.known}
    guessed = [one.function for one in named(goal, language.name) if not one.known]
    owners = {name.partition(".")[0] for name in found}
    for function in (*guessed, *(Function(name=name, signature="") for name in calls)):
        if function.name in found or function.name in owners:
            continue
        said = _guessed(function.name, calls.get(function.name, []), language.name)
        found[function.name] = function.model_copy(update={"signature": said})
    for error in errors:
        base = f"class {error}(Exception)"
        said = base if language.name == "python" else f"export class {error} extends Error"
        found.setdefault(error, Function(name=error, signature=said, purpose="is raised"))
    order = [one.function.name for one in named(goal, language.name)]
    return tuple(sorted(found.values(), key=lambda one: _rank(one.name, order)))


def _guessed(name: str, calls: list[list[str]], language: LanguageName) -> str:
    if name[0].isupper():
        return f"class {name}" if language == "python" else f"export class {name}"
    return head(name, _guess(calls), "", language)


def _rank(name: str, order: list[str]) -> int:
    return order.index(name) if name in order else len(order)


def _called(goal: str, language: LanguageName) -> tuple[dict[str, list[list[str]]], list[str]]:
    """Return what each function is handed in the examples, and the errors of the goal's own."""
    calls: dict[str, list[list[str]]] = {}
    errors: list[str] = []
    of_script = (
        "RangeError",
        "TypeError",
        "SyntaxError",
        "ReferenceError",
        "URIError",
        "EvalError",
    )
    for one in examples_in(goal, language):
        if one.kind != "call":
            continue
        told, at = given(one.given, language) or session(one.given), 0
        while told and (call := call_at(one.given, at)):
            at = call.start + len(call.name) + 1
            if call.name in told.names:
                inside = one.given[at : group_end(one.given, at - 1) - 1]
                calls.setdefault(call.name, []).append(between_commas(inside))
        error = one.expected.removeprefix("raises ") if one.expected.startswith("raises ") else ""
        usual = error in of_script if language != "python" else hasattr(builtins, error)
        if error and not usual and error not in errors:
            errors.append(error)
    return calls, errors


def _guess(calls: list[list[str]]) -> str:
    """Return names for parameters that a goal does not name, by what is handed over."""
    if not calls:
        return "*args"
    longest = max(calls, key=len)
    fewest = min(len(one) for one in calls)
    names: list[str] = []
    for number, value in enumerate(longest):
        keyed = re.match(r"([A-Za-z_]\w*)\s*=(?!=)", value)
        name = keyed.group(1) if keyed else _kind(value)
        name = name if name not in names else f"{name}{number + 1}"
        names.append(name if number < fewest else f"{name}=None")
    return ", ".join(names)


def _kind(value: str) -> str:
    first = value[:1]
    kinds = {'"': "text", "'": "text", "[": "items", "{": "data", "(": "items"}
    return kinds.get(first, "number" if first.isdigit() or first in "-.+" else "value")


def unclear(goal: str) -> tuple[str, ...]:
    """Return what a goal leaves open and a user could say in a few words; the weightiest first."""
    if len(re.findall(r"\w+", goal)) < 2:
        return ("What should the program do?",)
    language, why = language_of(goal)
    profile = profile_of(goal)
    asked: list[str] = []
    open_ended = [one.function.name for one in named(readable(goal), language) if not one.known]
    asked += [f"What does {name} take, and what does it return?" for name in open_ended[:2]]
    if not examples_in(goal, language):
        asked.append("Can you give an example: what goes in, and what comes out?")
    if profile == "cli_tool" and not program_in(goal) and not re.search(r"`\w+|--\w", goal):
        asked.append("Which commands should it have, and what does each print?")
    if profile == "web_app" and not re.search(r"(?:GET|POST|PUT|DELETE|PATCH)?\s/\w", goal):
        asked.append("Which addresses should it answer, and with what?")
    if re.search(r"\b(?:stor|sav|persist|keep)\w*", goal, re.I) and not re.search(
        r"\.(?:json|csv|db|txt|sqlite|ya?ml)\b|\bmemory\b|database", goal, re.I
    ):
        asked.append("Where should it keep its data: in which file?")
    if why == "the goal names no language":
        asked.append("Which language: Python, JavaScript or TypeScript?")
    if not re.search(r"\b(?:error|invalid|raise|throw|fail|missing|empty|wrong)\w*", goal, re.I):
        asked.append("What should happen with input that makes no sense?")
    return tuple(asked[:5])
