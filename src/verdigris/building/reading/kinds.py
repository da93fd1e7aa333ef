"""Which language and which sort of program a goal means, by the words in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import get_args

from verdigris.building.reading.examples import spoken
from verdigris.building.reading.heads import named
from verdigris.building.reading.places import LANGUAGE_OF, files_in, readable
from verdigris.building.reading.sessions import program_in, typed
from verdigris.core.building import LanguageName, Profile
from verdigris.core.syntax import suffix

_SPOKEN: dict[LanguageName, str] = {
    "typescript": r"(?i:type\s?script)|\bTS\b",
    "node": (
        r"(?i:node\.?js|javascript|\bnpm\b)|\bJS\b|\bES\s?(?:6|modules?)\b|\bnode:\w+|"
        r"\b(?:in|for|with|using|on)\s+[Nn]ode\b(?!s)|"
        r"\bNode\s+(?:\d+|cli|apps?|package|program|tool|server|library|project|module|script|"
        r"function|service|command)\b"
    ),
    "python": r"(?i:\b(?:python\d?|pytest|pypi|pep\s?8|django|flask|fastapi)\b)",
}
_SHOWN: dict[LanguageName, str] = {
    "typescript": (
        r"[(,]\s*\w+\??\s*:\s*(?:string|number|boolean)\b|\):\s*(?:string|number|boolean)\b"
    ),
    "node": (
        # Without its brace it is English: "write a function double(n)".
        r"\bexport\s+(?:default\s+)?(?:async\s+)?function\b|\bfunction\s+\w+\([^()]{0,200}\)\s*\{|"
        r"\)\s*=>\s*[{(\w]|\bconst\s+\w+\s*=|[!=]==[^=]"
    ),
    "python": r"\bdef\s+\w+\(|>>>\s|:\s*(?:str|int|float|bool|list\[|dict\[)|\bself\b",
}
"""Code in a goal tells as well, where no word does; the most particular first."""
_TOWARDS = re.compile(
    r"\b(?:(?:writt?en|write|it|code|implement\w*|build|program|done|script)\s+(?:it\s+)?)?"
    r"(?:in|into|to|using|with|as)\s+(?:plain\s+|pure\s+|modern\s+|a\s+|an\s+)*$",
    re.I,
)
_REFUSED = re.compile(
    r"(?:\bnot?|\bnever|\bwithout|\bfrom|\binstead\s+of|n['’]t\s+\w+)\s+(?:\w+\s+)?$", re.I
)
_PROFILES: tuple[tuple[Profile, int, str], ...] = (
    ("web_app", 4, r"\bweb\s?-?\s?(?:app|site|page|server|service|application)s?\b"),
    ("web_app", 4, r"\b(?-i:REST)(?:ful)?\b|\bmicroservice\b"),
    ("web_app", 3, r"\bHTTP\s+(?:server|api|service|endpoint)|\bendpoints?\b|\bbackend\b"),
    ("web_app", 2, r"\bAPI\b|\bHTTP\b|\bserver\b|\b(?-i:GET|POST|PUT|DELETE)\s+/"),
    ("cli_tool", 4, r"\bCLI\b|\bcommand[- ]?line\b|\bsub-?commands?\b|\bterminal\s+(?:tool|app)"),
    ("cli_tool", 2, r"\bflags?\b|\s--\w+|\bcommands?\b|\bstdin\b|\bterminal\b"),
    ("data_pipeline", 4, r"\bpipeline\b|\bETL\b"),
    ("data_pipeline", 2, r"\bCSV\b|\bdatasets?\b|\baggregat\w+|\bjsonl\b|\bclean\w*\s+data\b"),
    ("library", 4, r"\blibrary\b|\bpackage\b"),
    ("library", 3, r"\bfunctions?\b|\bclass(?:es)?\b|\bmodule\b|\bdef\s|\bhelpers?\b"),
    ("script", 4, r"\bscript\b"),
)
"""Words, and how much each says. Of two that say as much, the first of `Profile` is meant."""


def language_of(goal: str) -> tuple[LanguageName, str]:
    """Return the language that a goal means, and what in it says so."""
    goal = readable(goal)
    for path in files_in(goal):
        if name := LANGUAGE_OF.get(suffix(path)):
            return name, f"the goal names {path}"
    said = sorted(_said(goal), reverse=True)
    if said:
        _, _, name, word = said[0]
        return name, f"the goal says {word!r}"
    for name, pattern in _SHOWN.items():
        if re.search(pattern, goal):
            return name, f"the goal shows code in {name}"
    return "python", "the goal names no language"


def _said(goal: str) -> Iterator[tuple[bool, int, LanguageName, str]]:
    """Yield each language that is mentioned: whether as the one to write in, and where."""
    for name, pattern in _SPOKEN.items():
        for match in re.finditer(pattern, goal):
            before = goal[max(0, match.start() - 60) : match.start()]
            if not _REFUSED.search(before):
                word = " ".join(match.group().split())
                meant = bool(_TOWARDS.search(before)) or word.startswith(("in ", "using ", "with "))
                yield meant, -match.start(), name, word


def profile_of(goal: str) -> Profile:
    """Return what sort of program a goal asks for."""
    goal = readable(goal)
    scores: dict[Profile, int] = {}
    for name, worth, pattern in _PROFILES:
        if re.search(pattern, goal, re.I | re.M):
            scores[name] = scores.get(name, 0) + worth
    if program_in(goal):
        # A session alone shows a program that takes its words as they come: a `--help`, which a
        # tool for the command line has, would be one word more.
        scores["cli_tool"] = scores.get("cli_tool", 0) + 1
        scores.setdefault("script", 3)
    language = language_of(goal)[0]
    shown = next(spoken(goal, language, (), ()), None) or next(typed(goal, language, ()), None)
    if named(goal, language) or shown:
        scores["library"] = scores.get("library", 0) + 3
    best = max(scores.values(), default=0)
    return next((name for name in get_args(Profile) if scores.get(name) == best), "script")
