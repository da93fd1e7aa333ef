"""A short name for what a goal asks for, fit for a folder and a package."""

from __future__ import annotations

import re
import sys
import unicodedata

from verdigris.building.reading.heads import named
from verdigris.building.reading.kinds import language_of
from verdigris.building.reading.places import files_in, readable, stem_of
from verdigris.building.reading.sessions import program_in
from verdigris.core.building import LanguageName
from verdigris.core.paths import is_protected

_TITLE = re.compile(
    r"\b(?:tool|program|app|application|library|package|project|script|command|service|utility|"
    r"cli|api|game|site|server|pipeline|it)\s+(?:(?:is|be)\s+)?(?:called|named)\s+"
    r"[`*\"']*(?!with\b|by\b|for\b|in\b|on\b)([A-Za-z][\w-]{1,38})|"
    r"^\s*#\s+([A-Za-z][\w -]{1,38})$",
    re.M | re.I,
)
_DULL = frozenset(re.findall(r"\w+", """
    a an and any api app application as at based be build by class cli code command create data
    develop do each for from function functions generate get given handle has have http i implement
    in input into is it its json line list make manage managing me module my new node of on one or
    output package please program project provide python rest script server service should simple
    small store stored storing support takes that the this to tool typescript javascript js ts use
    user using utility via want web which with works write writes you your need some library manages
    named called print prints show shows showing first two three file files text plain pure modern
    reads read
"""))  # fmt: skip


def name_of(goal: str) -> str:
    """Return a short name for a folder and a package."""
    goal = readable(goal)
    files, language = files_in(goal), language_of(goal)[0]
    titles = [a or b for a, b in _TITLE.findall(goal)]
    functions = [one.function.name for one in named(goal, language) if "." not in one.function.name]
    said = [*(title for title in titles if title not in functions), program_in(goal)]
    said += [stem_of(files[0])] if len(files) == 1 else []
    said += functions[:1] if len(functions) == 1 else []
    words = [word for word in re.findall(r"[^\W_]+", _ascii(goal)) if word not in _DULL]
    words = list(dict.fromkeys(words))
    for name in (*said, "-".join(words[:2])):
        if slug := _slug(name, language):
            return slug
    return "program"


def _ascii(text: str) -> str:
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()


def _slug(name: str, language: LanguageName) -> str:
    apart = re.sub(r"([a-z\d])([A-Z])", r"\1-\2", name)
    slug = re.sub(r"[^a-z\d]+", "-", _ascii(apart)).strip("-")[:40].strip("-")
    if not slug or not slug[0].isalpha() or slug in ("main", "index", "app", "src", "lib"):
        return ""
    module = language == "python" and slug.replace("-", "_") in sys.stdlib_module_names
    taken = module or is_protected(f"{slug}/x.py")
    return f"{slug}-program" if taken else slug
