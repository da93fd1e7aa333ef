"""A failure as a text that can be compared with others: what went wrong, where, and in which code.

Of a card and of a failure at hand alike, so that the same bug reads the same. Particulars are taken
out, names become words. What a card says in a model's words is left out: a failure has none yet.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from verdigris.core.lesson import Card
from verdigris.core.paths import is_test_file
from verdigris.core.signature import Signature, normalise
from verdigris.core.text import cut

FORMAT = 1
"""Raised when the same card would give another text: then all are embedded anew."""
_CODE, _SHAPE = 700, 240
"""Characters of code and of a message that count."""
_LINES = 24
_STAND_INS = re.compile(r"<(?:n|addr|uuid|path|time)>")
_NUMBER = re.compile(r"(?<![\w.])\d[\w.]*")
_PIECES = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_]+")


def words_of(name: str) -> str:
    """Return an identifier or a test's name as words: `parseRow_2` is `parse row`."""
    return " ".join(_PIECES.findall(name)).lower()


def of_failure(
    signature: Signature, files: Mapping[str, str], suspect: tuple[str, str] | None = None
) -> str:
    """Return the text of a failure.

    `files` holds the code as it is. Where the error rose in the test itself, `suspect`, a path and
    the name of a definition in it, says which code is likeliest to be at fault.
    """
    path, _, function = signature.place.rpartition(":")
    if not path or is_test_file(path):
        path, function = suspect or ("", "")
    return _told(signature, function, definition(files.get(path, ""), function))


def of_card(card: Card) -> str:
    """Return the text of the failure that a card is about."""
    edits = {edit.path: edit.before for edit in card.change.edits} if card.change else {}
    files = {path: text for path, text in edits.items() if text}
    suspect = None
    if card.change is not None:
        changed = (
            (edit.path, _changed(edit.before, edit.after or ""))
            for edit in card.change.edits
            if edit.before and not is_test_file(edit.path)
        )
        suspect = next(changed, None)
    return of_failure(card.signature, files, suspect)


def of_question(words: str) -> str:
    """Return what a person asks for, as far as it can be put the same way."""
    return cut(_STAND_INS.sub(" ", normalise(words.replace("\n", " "))), _SHAPE)


def _told(signature: Signature, function: str, code: str) -> str:
    said = cut(_STAND_INS.sub("0", signature.shape), _SHAPE)
    kind = signature.exception.rpartition(".")[2]
    lines = [said if kind and kind in said else f"{kind}: {said}"]
    test = words_of(signature.test.rpartition("::")[2].rpartition(".")[2])
    where = words_of(function.rpartition(".")[2])
    lines.append(f"{test} in {where}" if where and where not in test else test)
    lines.append(signature.about)
    if code:
        lines.append(cut(_NUMBER.sub("0", code), _CODE))
    return "\n".join(line for line in lines if line.strip())


def definition(text: str, name: str) -> str:
    """Return the first lines of a definition, by how they are indented; no language is parsed."""
    simple = name.rpartition(".")[2]
    if not simple or simple.startswith("<"):
        return ""
    head = re.compile(rf"^([ \t]*)(?:[\w*]+[ \t]+)*?(?:def|function|class|const|fn|func)?[ \t]*"
                      rf"\b{re.escape(simple)}\b[ \t]*(?:[=(:<{{]|$)")  # fmt: skip
    lines = text.splitlines()
    start = next((n for n, line in enumerate(lines) if head.match(line)), None)
    if start is None:
        return ""
    found = [lines[start]]
    depth = len(lines[start]) - len(lines[start].lstrip())
    for line in lines[start + 1 : start + _LINES]:
        inner = len(line) - len(line.lstrip())
        if line.strip() and inner <= depth and line.strip()[0] not in ")}]":
            break
        found.append(line)
    return "\n".join(line.strip() for line in found if line.strip())


def _changed(before: str, after: str) -> str:
    """Return the name of the definition in which two texts begin to differ."""
    old, new = before.splitlines(), after.splitlines()
    at = next((n for n, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]),
              min(len(old), len(new)))  # fmt: skip
    shape = re.compile(r"[ \t]*(?:async[ \t]+)?(?:def|function|class)[ \t]+(\w+)")
    for line in reversed(old[: at + 1]):
        if match := shape.match(line):
            return match[1]
    return ""
