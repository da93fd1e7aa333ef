"""What must hold, what was assumed and what is wanted besides: the words of a blueprint."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence

from verdigris.building.customs import Commands
from verdigris.building.profiles import SHAPES, answer_form
from verdigris.building.reading.kinds import language_of
from verdigris.core.building import Criterion, LanguageName, Part, Profile
from verdigris.core.text import one_line
from verdigris.languages.base import Language

_MOST = 14
_BETWEEN = re.compile(
    r"(?<!e\.g)(?<!i\.e)(?:(?<=[.!?])|(?<=[.!?][\"'`)]))\s+(?=[A-Z`]|[a-z_]\w*\()|"
    r"(?:(?<=[a-z]{3}\.)|(?<=[\"'`)]\.))(?<!\b(?:etc|max|min)\.)(?<!\b(?:incl|resp)\.)"
    r"(?<!\bapprox\.)\s+(?=[a-z])|"
    r"\n\s*\n|\n(?=\s*(?:[-*+•]|\d+[.)])\s)"
)
"""Between two sentences, paragraphs or items; a sentence may end inside quotes, and begin with the
name of a function or with a word of code: `null is no value`."""
_REQUIREMENT = re.compile(r"[A-Za-z@][\w.@/-]{1,60}")
_NO_PACKAGES = frozenset((
    "assert", "fs", "http", "node", "path", "python", "standard", "stdlib", "typescript",
))  # fmt: skip


def criteria(
    said: Sequence[str],
    goal: str,
    parts: Sequence[Part],
    profile: Profile,
    commands: Commands | None,
) -> tuple[Criterion, ...]:
    usual = (*SHAPES[profile].criteria, *(commands.criteria if commands else ()))
    texts = [*sentences(goal), *usual, *said]
    texts = list(dict.fromkeys(one_line(text, 240) for text in texts))[:_MOST]
    return tuple(
        Criterion(
            id=f"C{number}",
            text=text,
            part=_about(text, parts) or (_start(parts) if text in usual else ""),
        )
        for number, text in enumerate(texts, 1)
    )


def _start(parts: Sequence[Part]) -> str:
    """Return the file a user starts, which what is usual for a sort of program is about."""
    return next((part.path for part in parts if part.is_main), "")


def _about(text: str, parts: Sequence[Part]) -> str:
    words = set(re.findall(r"[\w$]+", text))
    about = [part.path for part in parts if words & {one.name for one in part.functions}]
    return about[0] if len(about) == 1 else ""


def sentences(goal: str) -> list[str]:
    """Return the sentences and items of a goal that say what must hold, without its sessions."""
    text = re.sub(r"^\s*(```|~~~).*?^\s*\1\s*$", "", goal, flags=re.M | re.S)
    text = re.sub(r"^\s*(?:>>>|\$ ).*$", "", text, flags=re.M)
    pieces = _BETWEEN.split(text)
    found = [re.sub(r"^\s*(?:[-*+•]|\d+[.)])\s+", "", piece).strip() for piece in pieces]
    said = [piece for piece in found if not re.match(r"\W*(?:in|out)put\b\W*:", piece, re.I)]
    return [piece for piece in said if len(re.findall(r"\w+", piece)) > 2][:8]


def packages(said: Sequence[str], language: LanguageName) -> tuple[str, ...]:
    own = sys.stdlib_module_names if language == "python" else frozenset()
    found = [one.strip("`* ").split()[0] if one.strip("`* ") else "" for one in said]
    usable = [
        one
        for one in found
        if _REQUIREMENT.fullmatch(one) and one not in own and not one.startswith("node:")
    ]
    return tuple(dict.fromkeys(one for one in usable if one.casefold() not in _NO_PACKAGES))


def assumptions(
    said: Sequence[str],
    goal: str,
    language: Language,
    profile: Profile,
    commands: Commands | None,
) -> tuple[str, ...]:
    found: list[str] = []
    if language_of(goal)[1] == "the goal names no language":
        found.append(f"Written in {language.title}, since the goal names no language.")
    if commands:
        found.append(commands.assumption)
    if form := answer_form(profile, language.name):
        found.append(form)
    return tuple(dict.fromkeys([*found, *said]))[:8]
