"""Source files that a goal names, as it writes them: only what may become part of a program."""

from __future__ import annotations

import re

from verdigris.core.building import LanguageName
from verdigris.core.paths import is_protected
from verdigris.core.syntax import suffix
from verdigris.edits.guard import clean_path
from verdigris.errors import ModelMistake

MOST = 20_000
"""Characters of a goal that are read by rules."""
SUFFIXES: dict[LanguageName, tuple[str, ...]] = {
    "python": ("py",),
    "node": ("mjs", "js", "cjs"),
    "typescript": ("ts", "mts", "cts"),
}
LANGUAGE_OF = {ending: name for name, endings in SUFFIXES.items() for ending in endings}
_PRODUCTS = frozenset((
    "node.js", "next.js", "nuxt.js", "vue.js", "react.js", "express.js", "d3.js", "three.js",
    "ember.js", "backbone.js", "chart.js", "moment.js", "angular.js", "nest.js", "discord.js",
))  # fmt: skip
_TOKEN = re.compile(r"[^\s`'\"“”()\[\]{}<>,;|*=]+")
_READ = re.compile(r"(?<![\w./\\:*-])\w[\w-]{0,60}\.(?:txt|csv|tsv|log)\b(?!\.?[\w/\\])", re.I)
_NONE_TAKEN = re.compile(r"\b(?:no|without|without any) arguments?\b", re.I)
_WRITTEN = re.compile(
    r"\b(?:to|into|writes?|saves?|creates?|appends?)\s+(?:(?:a|the|its)\s+)?"
    r"(?:(?:text\s+)?file\s+)?(?:called\s+|named\s+)?[`'\"“]?\Z",
    re.I,
)
_LEFT_ALONE = re.compile(
    r"(?:\bnot|n['’]t|\bwithout|\bexcept|\bunlike|\bnever|\bport(?:ing)?|\bconvert(?:ing)?|"
    r"(?<!\bexported )(?<!\bexports )(?<!\bexport )\bfrom|"
    r"\btranslat\w+|\brewrit\w+|\breplac\w+)\b[^.,;:]{0,40}$",
    re.I,
)


def readable(goal: str) -> str:
    """Return what of a goal is read by rules, in whole lines: half a line says another thing."""
    if len(goal) <= MOST:
        return goal
    return goal[:MOST].rpartition("\n")[0]


def files_in(goal: str) -> tuple[str, ...]:
    """Return the source files that a goal names, as it writes them; only what may be written."""
    found: dict[str, int] = {}
    goal = readable(goal)
    for match in _TOKEN.finditer(goal):
        path = match.group().rstrip(".:!?")
        if suffix(path) not in LANGUAGE_OF or path.casefold() in _PRODUCTS or "://" in path:
            continue
        if _LEFT_ALONE.search(goal[max(0, match.start() - 60) : match.start()]):
            continue
        if safe := safe_path(path):
            found.setdefault(safe, match.start())
    return tuple(found)


def data_files(goal: str) -> tuple[str, ...]:
    """Return the files of plain text that a program reads: such as a user writes, or a test."""
    goal = readable(goal)
    found = (
        match.group()
        for match in _READ.finditer(goal)
        if not _WRITTEN.search(goal[max(0, match.start() - 60) : match.start()])
    )
    return tuple(dict.fromkeys(found))


def needs_something(goal: str) -> bool:
    """Tell whether a program can do nothing by itself: its goal speaks of words or of a file."""
    takes = _NONE_TAKEN.sub("", readable(goal))
    return bool(re.search(r"\barguments?\b", takes, re.I)) or bool(data_files(goal))


def safe_path(path: str) -> str:
    """Return a path in its one form; nothing for what may not become part of a program."""
    try:
        clean = clean_path(path)
    except ModelMistake:
        return ""
    stem = clean.rpartition("/")[2].rpartition(".")[0]
    usual = re.fullmatch(r"[\w./ -]+", clean) and stem.strip(".-_ ")
    return clean if usual and not is_protected(clean) else ""


def stem_of(path: str) -> str:
    return path.rpartition("/")[2].partition(".")[0]
