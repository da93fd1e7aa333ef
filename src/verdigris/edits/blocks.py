"""What an answer holds: code, diffs, search/replace blocks, deletions and renames, in its order.

Tolerant of form: fences that nest, never close or name the wrong language, prose around, and
thoughts that were not meant to be read. Nothing is judged or resolved here; paths are as written.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from verdigris.edits.hunks import looks_like_diff
from verdigris.edits.toolcalls import tool_edits

_FENCE = re.compile(r"^[ \t]*(`{3,}|~{3,})[ \t]*([^\n`]*)$")
_KINDS = (
    "py|pyi|txt|toml|cfg|ini|json|ya?ml|md|rst|js|jsx|mjs|cjs|ts|tsx|mts|cts|html?|css|sql|xml|"
    "csv|sh"
)
_PATH = rf"[\w./\\~:-]*[\w-]+\.(?:{_KINDS})"
_LANGUAGE = re.compile(r"^[A-Za-z]\w+:(?=[^/\\])")
"""The first half of `python:src/app.py`; a drive letter is not one, nor is `http:`."""
_HINT_IN_INFO = re.compile(rf"(?:^|[\s=:\"'])({_PATH})(?=$|[\s\"'`,;)])")
_HINT_IN_CODE = re.compile(
    rf"^\s*(?:#|//|/\*|<!--)\s*(?:file(?:name)?|path)?\s*:?\s*`?({_PATH})`?\s*(?:\*/|-->)?\s*$",
    re.I,
)
_HINT_BEFORE = re.compile(
    rf"(?:`({_PATH})`|(?:file|path|in)\s*:?\s+\**({_PATH})\**|^[#*\s]*({_PATH})[*:\s]*)\W*$", re.I
)
_SEARCH = re.compile(r"^\s*<{5,9}\s*(?:SEARCH|ORIGINAL|OLD|HEAD|BEFORE)\b.*$|^\s*<{6,8}\s*$", re.I)
_DIVIDER = re.compile(r"^\s*={5,9}\s*$")
_REPLACE = re.compile(r"^\s*>{5,9}\s*(?:(?:REPLACE|UPDATED|NEW|AFTER)\b.*)?$", re.I)
_DIFF_BEGINS = re.compile(r"^(?:diff --git |--- \S|@@ -\d|\*\*\* (?:Begin Patch|\w+ File:))")
_GONE = re.compile(
    rf"^(?:[-*#>]\s*)*\**(?:delete|remove)d?(?: the)? file\**:?\**\s+[`*\"']*({_PATH})[`*\"']*\W*$",
    re.I,
)
_MOVED = re.compile(
    rf"^(?:[-*#>]\s*)*\**(?:rename|move)d?(?: the)? file\**:?\**\s+[`*\"']*({_PATH})[`*\"']*\s+"
    rf"(?:to|->|=>|→)\s+[`*\"']*({_PATH})[`*\"']*\W*$",
    re.I,
)
_THOUGHT = re.compile(r"(^[ \t]*)?<(/?)(?:think|thinking|reasoning|thought)>", re.I | re.M)
_LONGEST = 300
"""Characters of a line in which a path is looked for."""
_NOT_CODE = ("bash", "sh", "shell", "text", "console", "output", "powershell", "zsh", "plaintext")


@dataclass(frozen=True)
class Code:
    text: str
    path: str = ""
    language: str = ""


@dataclass(frozen=True)
class Diff:
    text: str
    path: str = ""
    prose: bool = False
    """Whether other text may stand in it, since no fence marks its end."""


@dataclass(frozen=True)
class Replacement:
    search: str
    replace: str
    path: str = ""


@dataclass(frozen=True)
class Removal:
    path: str


@dataclass(frozen=True)
class Renaming:
    old: str
    new: str


Piece = Code | Diff | Replacement | Removal | Renaming


@dataclass(frozen=True)
class _Segment:
    lines: list[str]
    info: str | None = None
    """What stands behind the fence; None for prose."""
    before: str = ""
    """The last line before it that says something."""


def without_thoughts(text: str) -> str:
    """Leave out what a model wrote to itself; nothing is left where it never got further."""
    kept: list[str] = []
    start, thinking = 0, False
    for tag in _THOUGHT.finditer(text):
        closes = bool(tag.group(2))
        if closes and (thinking or not kept):
            start, thinking = tag.end(), False  # or the first tag is gone: all before it is thought
        elif not closes and not thinking and tag.group(1) is not None:
            kept.append(text[start : tag.start()])
            thinking = True
    return "".join(kept) + ("" if thinking else text[start:])


def find_pieces(text: str) -> list[Piece]:
    """Return all that an answer offers, in its order."""
    found: list[Piece] = []
    path = ""
    for segment in _segments(text.split("\n")):
        for piece in _fenced(segment, path) if segment.info is not None else _bare(segment):
            found.append(piece)
            # Blocks that follow without a name of their own belong to the file named last.
            path = piece.path if isinstance(piece, Replacement) and piece.path else path
    return found


def _segments(lines: Sequence[str]) -> Iterator[_Segment]:
    prose: list[str] = []
    before = ""
    at = 0
    closing = max((i for i, line in enumerate(lines) if _REPLACE.match(line)), default=-1)
    while at < len(lines):
        line = lines[at]
        inside = _end_of_block(lines, at, closing)
        if inside > at:
            prose += lines[at:inside]
            at = inside
            continue
        match = _FENCE.match(line)
        if not match:
            prose.append(line)
            before = line if line.strip() else before
            at += 1
            continue
        body, info, at = _body(lines, at, match, closing)
        # A diff or a search block needs all its lines together; a fence has just cut the prose.
        yield _Segment(prose, None, "")
        prose = []
        if any(text.strip() for text in body):
            yield _Segment(body, info, before)
    yield _Segment(prose, None, "")


def _end_of_block(lines: Sequence[str], at: int, closing: int) -> int:
    """Return where a diff or search block that begins here without a fence ends; else `at`."""
    if _SEARCH.match(lines[at]) and at < closing:
        return next(end for end in range(at + 1, len(lines)) if _REPLACE.match(lines[end])) + 1
    if not _DIFF_BEGINS.match(lines[at]):
        return at
    end = at
    while end < len(lines) and not re.match(r"^(?:`{3}|~{3})", lines[end]):
        end += 1
    return end


def _body(
    lines: Sequence[str], at: int, fence: re.Match[str], closing: int
) -> tuple[list[str], str, int]:
    """Return what stands in a fence, its info, and where the text goes on behind it."""
    mark, info = fence.group(1), fence.group(2).strip()
    start = at + 1
    while start < len(lines) and not _is_markdown(info):
        inner = _FENCE.match(lines[start])
        if not inner or not inner.group(2).strip():
            break
        # A fence around a fence: the inner one is meant.
        mark, info, start = inner.group(1), inner.group(2).strip(), start + 1
    depth, end, searching = 1, start, False
    while end < len(lines):
        # What a search block quotes may be a fence; but one that never ends ends with its fence.
        begins = end < closing and bool(_SEARCH.match(lines[end]))
        searching = begins or (searching and not _REPLACE.match(lines[end]))
        other = None if searching else _FENCE.match(lines[end])
        if other and other.group(1)[0] == mark[0] and len(other.group(1)) >= len(mark):
            if other.group(2).strip():
                depth += _is_markdown(info)
            else:
                depth -= 1
            if depth == 0:
                return list(lines[start:end]), info, end + 1
        end += 1
    return list(lines[start:end]), info, end


def _is_markdown(info: str) -> bool:
    return bool(re.match(r"(?i)(?:md|markdown)\b|.*\.md\b", info))


def _fenced(segment: _Segment, last_path: str) -> Iterator[Piece]:
    assert segment.info is not None
    info, text = segment.info, "\n".join(segment.lines) + "\n"
    path = hint(info, text, segment.before)
    if any(_SEARCH.match(line) for line in segment.lines):
        yield from _replacements(segment.lines, path or last_path)
        return
    language = info.split(maxsplit=1)[0].lower() if info else ""
    if language in ("md", "markdown") and not path.endswith(".md"):
        yield from find_pieces(text)  # an answer that was put into a fence as a whole
        return
    marked = any(line[:1] in ("+", "-") for line in segment.lines)
    if looks_like_diff(text) or (language in ("diff", "patch", "udiff") and marked):
        yield Diff(text, hint(info, "", segment.before))
        return
    if made := tool_edits(text):
        yield from (
            Replacement(edit.old, edit.new, edit.path) if edit.old is not None
            else Code(edit.new, edit.path)
            for edit in made
        )  # fmt: skip
        return
    if info.lower() not in _NOT_CODE:
        yield Code(textwrap.dedent(text), path, language)


def _bare(segment: _Segment) -> Iterator[Piece]:
    lines = segment.lines
    if any(_SEARCH.match(line) for line in lines):
        yield from _replacements(lines, "")
        return
    begins = next((i for i, line in enumerate(lines) if _DIFF_BEGINS.match(line)), None)
    if begins is not None and looks_like_diff("\n".join(lines[begins:])):
        before = next((line for line in reversed(lines[:begins]) if line.strip()), "")
        yield Diff("\n".join(lines[begins:]) + "\n", hint("", "", before), prose=True)
        return
    for line in (line for line in lines if len(line) <= _LONGEST):
        if match := _MOVED.match(line):
            yield Renaming(match.group(1), match.group(2))
        elif match := _GONE.match(line):
            yield Removal(match.group(1))


def _replacements(lines: Sequence[str], path: str) -> Iterator[Replacement]:
    """Read search/replace blocks. A block that never ends goes as far as the text does."""
    at, named = 0, path
    while at < len(lines):
        line = lines[at]
        if not _SEARCH.match(line):
            named = _path_line(line) or named
            at += 1
            continue
        search, at = _until(lines, at + 1, _DIVIDER)
        replace, at = _until(lines, at, _REPLACE)
        yield Replacement(search, replace, named)


def _until(lines: Sequence[str], start: int, mark: re.Pattern[str]) -> tuple[str, int]:
    end = start
    while end < len(lines) and not mark.match(lines[end]):
        if _SEARCH.match(lines[end]) or (mark is _DIVIDER and _REPLACE.match(lines[end])):
            break
        end += 1
    found = end < len(lines) and bool(mark.match(lines[end]))
    text = "".join(f"{line}\n" for line in lines[start:end])
    return text, end + 1 if found else end


def _path_line(line: str) -> str:
    """Return the path in a line of its own, as it stands before a search block."""
    if match := re.match(
        rf"^[#*\s/`]*(?:file(?:name)?|path)?:?\s*[`*]*({_PATH})[`*:\s]*$", line, re.I
    ):
        return match.group(1)
    return ""


def hint(info: str, code: str, before: str) -> str:
    """Return the path an answer names for a block: in its fence, its first line, or just above."""
    info = _LANGUAGE.sub("", info[:_LONGEST])
    words = info.split(maxsplit=1)
    rest = words[1] if len(words) > 1 else ""
    for text in (rest, info if "." in info else ""):
        if match := _HINT_IN_INFO.search(text):
            return match.group(1)
    first = code.lstrip("\n").partition("\n")[0][:_LONGEST]
    if match := _HINT_IN_CODE.match(first):
        return match.group(1)
    if match := _HINT_BEFORE.search(before.rstrip()[-_LONGEST:]):
        return next(group for group in match.groups() if group)
    return ""
