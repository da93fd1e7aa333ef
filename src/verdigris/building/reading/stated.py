"""Examples that a goal states apart from any call: "Input: nums = [2, 7], target = 9"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from verdigris.building.reading.literals import literal, literal_at
from verdigris.core.building import Example, LanguageName

_ASKED = re.compile(
    r"^[^\w\n]*(?:input|in)\b[*_ ]*:\s*(?P<input>[^\n]+)\n\W*"
    r"(?:expected\s+)?(?:output|out|result)\b[*_ ]*:[ \t]*(?P<output>[^\n]+)$",
    re.I | re.M,
)


def stated(goal: str, language: LanguageName, head: str) -> Iterator[Example]:
    """Yield "Input: … Output: …" for the one function that a goal asks for, given its head."""
    match = re.search(r"([A-Za-z_$][\w$]*)\((.*)\)", head)
    if not match:
        return
    name = match.group(1)
    required = [re.match(r"[\w$]*", piece.strip()) for piece in match.group(2).split(",")]
    parameters = [one.group() for one in required if one and one.group()]
    for found in _ASKED.finditer(goal):
        values = _values(found["input"].strip(" `"), language, parameters)
        expected = literal(found["output"].strip(" `"), language)
        if values and expected is not None:
            yield Example(
                kind="call",
                given=f"{name}({', '.join(values)})",
                expected=expected,
                quoted=found.group().strip(),
            )


def _values(text: str, language: LanguageName, parameters: list[str]) -> list[str]:
    """Return the arguments in `[2, 7], 9` or `nums = [2, 7], target = 9`; none in doubt."""
    found: dict[str, str] = {}
    at = 0
    while at < len(text):
        label = re.compile(r"([A-Za-z_]\w*)\s*=\s*").match(text, at)
        value = literal_at(text, label.end() if label else at, language)
        if value is None:
            return []
        found[label.group(1) if label else str(len(found))] = value[0]
        comma = re.compile(r"\s*(?:,\s*|$)").match(text, value[1])
        if comma is None:
            return []
        at = comma.end()
        if comma.end() == len(text):
            break
    if len(found) != len(parameters):
        return []
    plain = list(found) == [str(number) for number in range(len(found))]
    if plain:
        return list(found.values())
    return [found[name] for name in parameters] if set(found) == set(parameters) else []
