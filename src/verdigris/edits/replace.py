"""Search/replace blocks: the lines to find, exactly once, and those that take their place."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from verdigris.core.syntax import syntax_error
from verdigris.edits.hunk import Hunk, Op
from verdigris.edits.lines import is_elision, join, split
from verdigris.edits.patch import Applied, unplaced
from verdigris.edits.placing import DIFFERS, File, Nowhere, Placed, indents
from verdigris.edits.rewriting import rewritten
from verdigris.errors import ModelMistake


def replace_once(before: str, search: str, replacement: str, path: str) -> Applied:
    """Return the text with one place replaced.

    Raises ModelMistake when the place is not there, with the nearest lines, or is there twice.
    """
    wanted, given = _lines(search), _lines(replacement)
    if wanted == given:
        raise ModelMistake(f"Your SEARCH and REPLACE for {path} are the same. Change the code.")
    file = File(split(before))
    if not any(line.strip() for line in wanted):
        return _filled(file, given, path)
    for old, new in ((wanted, given), (_trimmed(wanted), _trimmed(given))):
        for level in range(len(DIFFERS)):
            if spots := file.find(old, level):
                return _at(file, old, new, spots, level, path)
    if (found := _inside_a_line(before, search, replacement, path)) is not None:
        return found
    hunk = Hunk(tuple(("-", line) for line in wanted))
    if left_out := next((line.strip() for line in wanted if is_elision(line)), ""):
        raise ModelMistake(
            f"Your SEARCH for {path} leaves lines out (`{left_out}`). Write the lines as they are."
        )
    raise unplaced(file, Nowhere(hunk, "these lines are not in the file"), path, "SEARCH")


def _at(
    file: File, old: list[str], new: list[str], spots: list[int], level: int, path: str
) -> Applied:
    hunk = Hunk(tuple(_ops(old, new)), counted=True)
    if len(spots) > 1:
        raise unplaced(file, Nowhere(hunk, "", tuple(spot + 1 for spot in spots)), path, "SEARCH")
    at = spots[0]
    known = indents(old, file.texts[at : at + len(old)]) if level > 1 else {}
    lines = rewritten(file, [Placed(hunk, at, level, known or {})])
    if isinstance(lines, str):
        raise unplaced(file, Nowhere(hunk, lines), path, "SEARCH")
    text, fuzzy = join(lines), f"{DIFFERS[level]} differs" if level else ""
    if fuzzy and (error := syntax_error(path, text)):
        why = f"its {DIFFERS[level]} differs, and the result does not parse: {error}"
        raise unplaced(file, Nowhere(hunk, why), path, "SEARCH")
    return Applied(text, "search/replace", fuzzy)


def _ops(old: list[str], new: list[str]) -> list[Op]:
    """Tell what changes from what stays, so that what stays keeps its bytes."""
    ops: list[Op] = []
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            ops += [(" ", line) for line in old[a:b]]
            continue
        ops += [("-", line) for line in old[a:b]]
        ops += [("+", line) for line in new[c:d]]
    return ops


def _filled(file: File, given: list[str], path: str) -> Applied:
    if any(line.text.strip() for line in file.lines):
        raise ModelMistake(
            f"Your SEARCH for {path} is empty, but the file is not. Write the lines to replace."
        )
    return Applied("".join(f"{line}\n" for line in given), "search/replace")


def _inside_a_line(before: str, search: str, replacement: str, path: str) -> Applied | None:
    """Replace a part of a line, as some tools want it, where it stands exactly once."""
    part, new = search.rstrip("\n"), replacement.rstrip("\n")
    # Whole words only: `return 1` does not stand in `return 10`.
    left, right = (
        r"(?<!\w)" if part[:1].isalnum() else "",
        r"(?!\w)" if part[-1:].isalnum() else "",
    )
    found = list(re.finditer(left + re.escape(part) + right, before))
    if len(part.strip()) < 4 or not found:
        return None
    spots = [before.count("\n", 0, match.start()) + 1 for match in found]
    if len(found) > 1:
        hunk = Hunk((("-", part),))
        raise unplaced(File(split(before)), Nowhere(hunk, "", tuple(spots)), path, "SEARCH")
    at = found[0]
    return Applied(before[: at.start()] + new + before[at.end() :], "search/replace")


def _lines(text: str) -> list[str]:
    return [line.text for line in split(text)]


def _trimmed(lines: list[str]) -> list[str]:
    """Leave out empty lines at both ends."""
    kept = list(lines)
    while kept and not kept[0].strip():
        kept.pop(0)
    while kept and not kept[-1].strip():
        kept.pop()
    return kept
