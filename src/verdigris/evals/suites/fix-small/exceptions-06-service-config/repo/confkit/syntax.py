"""The format: `[section]`, `key = value`, comments, values that go on in indented lines."""

import re

from confkit.errors import BadSyntax, Place
from confkit.values import Section, Sections, Written

_SECTION = re.compile(r"\[\s*([a-z][a-z0-9_-]*)\s*\]")
_KEY = re.compile(r"([a-z][a-z0-9_-]*)\s*=\s*(.*)")


def parse(text: str, path: str) -> Sections:
    """Read a file's text. Raises BadSyntax with the line."""
    sections: Sections = {}
    current: Section | None = None
    last = ""
    for number, raw in enumerate(text.splitlines(), start=1):
        place = Place(path, number)
        line = _without_comment(raw).rstrip()
        if not line:
            continue
        if line[0] in " \t":
            if current is None or not last:
                raise BadSyntax(place, "nothing to go on with")
            before = current[last]
            current[last] = Written(f"{before.text}\n{line.strip()}".strip(), before.place)
        elif found := _SECTION.fullmatch(line):
            current, last = sections.setdefault(found[1], {}), ""
        elif found := _KEY.fullmatch(line):
            if current is None:
                raise BadSyntax(place, "a key before the first section")
            if found[1] in current:
                raise BadSyntax(place, f"{found[1]} is there twice")
            last = found[1]
            current[last] = Written(found[2], place)
        else:
            raise BadSyntax(place, f"cannot read {line!r}")
    return sections


def _without_comment(line: str) -> str:
    """Cut a comment off; a hash inside quotes is none."""
    quoted = False
    for position, letter in enumerate(line):
        if letter == '"':
            quoted = not quoted
        elif letter == "#" and not quoted:
            return line[:position]
    return line
