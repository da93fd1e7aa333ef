"""Two functions of which the goal says that one undoes the other: tests that hold them to it. Pure.

Names such as encode and decode tell as much (`Language.properties`); here the goal's own words do:
"numberOf(sign) goes the other way". What is handed over is what other tests hand over, since the
goal alone knows what is allowed; so nothing is claimed that nobody thought of.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from verdigris.building.claims import call_in
from verdigris.building.reading.scanning import between_commas
from verdigris.core.building import Check, Example, Part
from verdigris.languages.base import Language

MOST = 6
_BACK = (
    r"(?:(?:goes|works|does|is|the)\b[^.;]{0,12}\b(?:other way|reverse|opposite|inverse)\b|"
    r"undoes\b|"
    r"(?:turns|reads|brings|converts|changes|decodes)\b[^.;]{0,30}\b(?:back|again)\b)"
)


def undone(goal: str, part: Part) -> tuple[str, str] | None:
    """Return which function of a part is undone, and by which; None where the goal says no such
    thing, or of more than two.
    """
    names = [one.name for one in part.functions if "." not in one.name]
    if len(names) != 2:
        return None
    said = [
        one
        for one in names
        if re.search(rf"\b{re.escape(one)}\b(?:\([^()]*\))?`?,? [^.;]{{0,30}}?{_BACK}", goal)
    ]
    if len(said) != 1:
        return None
    (back,) = said
    return (names[0] if names[1] == back else names[1]), back


def relations(goal: str, part: Part, checks: Iterable[Check], language: Language) -> list[Check]:
    """Return tests that what one function makes of an argument, the other turns back into it."""
    pair = undone(goal, part)
    if pair is None:
        return []
    there, back = pair
    found: list[Check] = []
    for argument in _arguments(there, checks)[:MOST]:
        told = f"{back}({there}({argument}))"
        example = Example(
            kind="call", given=told, expected=argument, quoted=f"{back} undoes {there}"
        )
        check = language.example(example, part, len(found) + 1)
        if check is not None:
            name = check.name.replace("_example_", "_undone_")
            found.append(check.model_copy(update={"name": name, "origin": "property"}))
    return found


def _arguments(name: str, checks: Iterable[Check]) -> Sequence[str]:
    """Return what tests hand to a function of one argument, each once."""
    form = re.compile(rf"{re.escape(name)}\((.+)\)")
    calls = (form.fullmatch(call_in(one.body)) for one in checks)
    given = dict.fromkeys(call[1] for call in calls if call)
    return [one for one in given if len(between_commas(one)) == 1]
