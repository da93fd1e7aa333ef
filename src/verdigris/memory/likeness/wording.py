"""A failure as a text that can be compared with others: what went wrong, where, and in which code.

Of a card and of a failure at hand alike, so that the same bug reads the same. Particulars and what
looks like a credential are taken out, names become words. What a card says in a model's words is
left out: a failure has none yet.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from verdigris.core.lesson import Card
from verdigris.core.paths import is_test_file
from verdigris.core.signature import Signature, normalise
from verdigris.core.text import cut, mask

FORMAT = 1
"""Raised when the same card would give another text: then all are embedded anew."""
_CODE, _SHAPE = 700, 240
"""Characters of code and of a message that count."""
_LINES, _WIDEST = 24, 300
"""Lines of a definition, and characters of a line in which its name is looked for."""
_STAND_INS = re.compile(r"<(?:n|addr|uuid|path|time)>")
_NUMBER = re.compile(r"(?<![\w.])\d[\w.]*")
_PIECES = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_]+")


def words_of(name: str) -> str:
    """Return an identifier or a test's name as words: `parseRow_2` is `parse row`."""
    return " ".join(_PIECES.findall(name)).lower()


def of_failure(
    signature: Signature,
    files: Mapping[str, str],
    suspect: tuple[str, str] | None = None,
    hide: Callable[[str], str] = mask,
) -> str:
    """Return the text of a failure.

    `files` holds the code as it is. Where the error rose in the test itself, `suspect`, a path and
    the name of a definition in it, says which code is likeliest to be at fault. `hide` masks
    credentials, before a text is cut or its numbers are taken out: what is left of one then would
    not be known for what it is.
    """
    path, _, function = signature.place.rpartition(":")
    if not path or is_test_file(path):
        path, function = suspect or ("", "")
    code = hide(definition(files.get(path, ""), function))
    safe = Signature(**{name: hide(text) for name, text in signature.model_dump().items()})
    return _told(safe, hide(function), code)


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
    head = re.compile(rf"(?:[\w*]+ )*?(?:def |function |class |const |fn |func )?"
                      rf"\b{re.escape(simple)}\b ?(?:[=(:<{{]|$)")  # fmt: skip
    lines = text.splitlines()
    # With one blank between words, and no more than a line's beginning: on a megabyte of blanks a
    # pattern takes the square of their number.
    start = next(
        (
            number
            for number, line in enumerate(lines)
            if simple in line and head.match(" ".join(line[:_WIDEST].split()))
        ),
        None,
    )
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
