"""Where calls, brackets and strings begin and end in a text that is mostly prose; no judgement."""

from __future__ import annotations

import re
from typing import NamedTuple

_CALL = re.compile(r"(?<![\w$.@])(?:new\s+)?([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)\(")
_MORE = re.compile(r"\.[A-Za-z_$][\w$]*(?=\()|\.(?:length|size)\b")
_PAIRS = {"(": ")", "[": "]", "{": "}"}
_LONGEST = 2000
"""Characters of one call or literal."""
_DEEPEST = 60


class Call(NamedTuple):
    start: int
    end: int
    name: str
    """As written before the bracket: `slugify`, `Stack`, `assert.equal`."""


def call_at(text: str, at: int) -> Call | None:
    """Return the next call, with what hangs on it: `Stack([1]).peek()`."""
    while match := _CALL.search(text, at):
        end = group_end(text, match.end() - 1)
        if end < 0:
            at = match.end()
            continue
        return Call(match.start(), _chained(text, end), match.group(1))
    return None


def _chained(text: str, end: int) -> int:
    while True:
        if text[end : end + 1] == "[":
            more = group_end(text, end)
        elif match := _MORE.match(text, end):
            more = (
                group_end(text, match.end())
                if text[match.end() : match.end() + 1] == "("
                else (match.end())
            )
        else:
            return end
        if more < 0:
            return end
        end = more


def group_end(text: str, at: int) -> int:
    """Return where a bracket that opens at `at` has been closed, quotes minded; -1 for nowhere."""
    waiting: list[str] = []
    stop = min(len(text), at + _LONGEST)
    while at < stop:
        letter = text[at]
        if letter in "\"'":
            at = string_end(text, at)
            if at < 0:
                return -1
            continue
        if letter in _PAIRS:
            waiting.append(_PAIRS[letter])
            if len(waiting) > _DEEPEST:
                return -1
        elif letter in ")]}":
            if not waiting or waiting.pop() != letter:
                return -1
            if not waiting:
                return at + 1
        at += 1
    return -1


def string_end(text: str, at: int) -> int:
    """Return where a string on one line ends, or -1."""
    quote, at = text[at], at + 1
    while at < len(text) and text[at] != "\n":
        if text[at] == "\\":
            at += 1
        elif text[at] == quote:
            return at + 1
        at += 1
    return -1


def between_commas(text: str) -> list[str]:
    """Return what stands between the commas of a list, brackets and strings minded."""
    pieces, depth, start, at = [], 0, 0, 0
    while at < len(text):
        letter = text[at]
        if letter in "\"'" and (end := string_end(text, at)) > 0:
            at = end
            continue
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0:
            pieces.append(text[start:at].strip())
            start = at + 1
        at += 1
    pieces.append(text[start:].strip())
    return [piece for piece in pieces if piece]
