"""The same function under other names: a fix of one is written for the other. Python only. Pure.

Two functions are the same when their tokens are, up to the names that people choose; comments and
line breaks do not count. What the fix brings in that the old function did not name stays as it is.
"""

from __future__ import annotations

import builtins
import io
import keyword
import textwrap
import tokenize
from collections.abc import Iterator, Mapping

from verdigris.core.parsing import NOT_PYTHON
from verdigris.retrieval.outline import Item, outline, source_of

_FIXED = frozenset(keyword.kwlist) | frozenset(vars(builtins)) | {"self", "cls"}
_LAYOUT = (tokenize.COMMENT, tokenize.NL, tokenize.ENCODING)
_LARGEST = 20_000
"""Characters of a function that is looked at."""

Names = Mapping[str, str]


def renamed(before: str, after: str, files: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """Yield what a change of one file comes to in other files: path to new text.

    Nothing where the change does more than alter functions, or where these are not found.
    """
    changed = _changed(before, after)
    if not changed:
        return
    for path, text in files.items():
        if (made := _carried(changed, text)) is not None:
            yield {path: made}


def _changed(before: str, after: str) -> list[tuple[str, str]]:
    """Return the old and the new source of each function that a change alters; nothing where it
    alters anything else.
    """
    old = {item.name: item for item in outline(before)}
    new = {item.name: item for item in outline(after)}
    if not old or old.keys() != new.keys():
        return []
    found = []
    rest_before, rest_after = before.splitlines(), after.splitlines()
    for name, item in old.items():
        sources = source_of(before, item), source_of(after, new[name])
        if item.is_class or sources[0] == sources[1]:
            continue
        found.append(sources)
        rest_before[item.line - 1 : item.end] = [""] * (item.end - item.line + 1)
        rest_after[new[name].line - 1 : new[name].end] = [""] * (new[name].end - new[name].line + 1)
    same = [line for line in rest_before if line] == [line for line in rest_after if line]
    return found if same else []


def _carried(changed: list[tuple[str, str]], text: str) -> str | None:
    lines = text.splitlines(keepends=True)
    spots: list[tuple[Item, str]] = []
    for old, new in changed:
        for item in outline(text):
            if item.is_class or any(item is known for known, _ in spots):
                continue
            here = source_of(text, item)
            names = _names(old, here)
            written = _written(new, names, here) if names is not None else None
            if written is not None and written != here:
                spots.append((item, written))
                break
        else:
            return None
    for item, written in sorted(spots, key=lambda one: -one[0].line):
        lines[item.line - 1 : item.end] = [written]
    return "".join(lines)


def _names(one: str, other: str) -> dict[str, str] | None:
    """Return which name of one function stands for which of the other; None if they differ."""
    mine, theirs = _tokens(one), _tokens(other)
    if mine is None or theirs is None or len(mine) != len(theirs):
        return None
    names: dict[str, str] = {}
    for (kind, a), (other_kind, b) in zip(mine, theirs, strict=True):
        if kind != other_kind:
            return None
        if kind != tokenize.NAME or a in _FIXED or b in _FIXED:
            if a != b:
                return None
        elif names.setdefault(a, b) != b:
            return None
    return names if len(set(names.values())) == len(names) else None


def _tokens(source: str) -> list[tuple[int, str]] | None:
    found = _read(textwrap.dedent(source))
    if found is None:
        return None
    shapeless = (tokenize.INDENT, tokenize.NEWLINE)
    return [
        (token.type, "" if token.type in shapeless else token.string)
        for token in found
        if token.type not in _LAYOUT
    ]


def _read(source: str) -> list[tokenize.TokenInfo] | None:
    if len(source) > _LARGEST:
        return None
    try:
        return list(tokenize.generate_tokens(io.StringIO(source).readline))
    except (tokenize.TokenError, IndentationError, *NOT_PYTHON):
        return None


def _written(source: str, names: Names, place: str) -> str | None:
    """Return a function with its names exchanged, as far in as what it takes the place of."""
    source = textwrap.dedent(source)
    tokens = _read(source)
    if tokens is None:
        return None
    lines = source.splitlines(keepends=True)
    for token in reversed(tokens):
        if token.type == tokenize.NAME and token.string in names:
            row, start, end = token.start[0] - 1, token.start[1], token.end[1]
            lines[row] = lines[row][:start] + names[token.string] + lines[row][end:]
    margin = place[: len(place) - len(place.lstrip())]
    return textwrap.indent("".join(lines), margin)
