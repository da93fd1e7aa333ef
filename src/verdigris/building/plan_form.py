"""The form of a plan: lines such as `FILE: store.py - keeps the items`, or JSON, read tolerantly.

A draft is what the model said, cut to size. What of it holds is decided in `settling`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from verdigris.core.loose import WrongShape, read_loosely
from verdigris.core.text import one_line, tidy
from verdigris.core.value import Value
from verdigris.edits.blocks import without_thoughts

_WORDS = {
    "summary": "summary", "file": "file", "module": "file", "path": "file", "function": "function",
    "class": "class", "method": "function", "def": "function", "export function": "function",
    "async def": "function", "needs": "needs", "imports": "needs", "depends on": "needs",
    "must": "must", "criterion": "must", "criteria": "must", "acceptance criteria": "must",
    "requirement": "must", "requirements": "must", "assume": "assume", "assumption": "assume",
    "assumptions": "assume", "package": "package", "packages": "package",
    "dependencies": "package", "dependency": "package", "files": "files", "functions": "functions",
}  # fmt: skip
_LINE = re.compile(
    r"^[\s>*_#`-]*(?:\d+[.)]\s*)?[*_`]*"
    rf"(?P<word>{'|'.join(sorted(map(re.escape, _WORDS), key=len, reverse=True))})s?\b[*_`]*"
    r"\s*(?:\d+\s*)?[:\s][*_`]*\s*(?P<rest>.*)$",
    re.I,
)
_ITEM = re.compile(r"^\s*(?:[-*•+]|\d+[.)])\s+(?P<rest>.+)$")
_PATH = re.compile(r"^[`*_\"']*(?P<path>[\w./-]+)[`*_\"']*\s*(?:[-–—:]+\s*(?P<said>.*))?$")
_NOTHING = re.compile(r"^\W*(?:none|nothing|n/?a|no(?:ne)? .*|-)?\W*$", re.I)
_MOST_LINES = 200
_LONGEST_LINE = 600
_LIMITS = {"must": 12, "assume": 8, "package": 5}


@dataclass
class DraftFile:
    path: str
    purpose: str = ""
    functions: list[str] = field(default_factory=list)
    """As written: a head, perhaps with what it does behind it."""
    needs: list[str] = field(default_factory=list)


@dataclass
class Draft:
    summary: str = ""
    files: list[DraftFile] = field(default_factory=list)
    must: list[str] = field(default_factory=list)
    assume: list[str] = field(default_factory=list)
    package: list[str] = field(default_factory=list)


class _Json(Value):
    summary: str = ""
    files: tuple[Any, ...] = ()
    parts: tuple[Any, ...] = ()
    criteria: tuple[Any, ...] = ()
    must: tuple[Any, ...] = ()
    assumptions: tuple[Any, ...] = ()
    dependencies: tuple[Any, ...] = ()


def read_draft(answer: str) -> Draft:
    """Return what an answer says, however little."""
    text = tidy(without_thoughts(answer))
    draft = _from_json(text) if re.search(r"\{\s*[\"']", text) else None
    return draft or _from_lines(text)


def _from_json(text: str) -> Draft | None:
    try:
        said = read_loosely(text, _Json)
    except WrongShape:
        return None
    files = [file for one in (*said.files, *said.parts) if (file := _json_file(one))]
    if not files:
        return None
    return Draft(
        one_line(said.summary, 300),
        files,
        _kept("must", [*said.criteria, *said.must]),
        _kept("assume", said.assumptions),
        _kept("package", said.dependencies),
    )


def _kept(what: str, items: Iterable[Any]) -> list[str]:
    texts = [one_line(_text(one), 240) for one in items]
    return [text for text in texts if not _NOTHING.match(text)][: _LIMITS[what]]


def _text(item: Any) -> str:
    if isinstance(item, dict):
        named = [item.get(key) for key in ("text", "name", "description", "criterion")]
        return next((str(value) for value in named if value), "")
    return str(item)


def _json_file(item: Any) -> DraftFile | None:
    if isinstance(item, str):
        return DraftFile(item)
    if not isinstance(item, dict):
        return None
    path = item.get("path") or item.get("file") or item.get("name")
    if not isinstance(path, str):
        return None
    made = DraftFile(path, one_line(str(item.get("purpose") or item.get("description") or ""), 200))
    for one in _list(item.get("functions")) + _list(item.get("classes")):
        made.functions.append(_json_function(one))
    made.needs = [str(one) for one in _list(item.get("needs")) + _list(item.get("imports"))]
    return made


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _json_function(one: Any) -> str:
    if not isinstance(one, dict):
        return str(one)
    head = str(one.get("signature") or one.get("name") or "")
    said = one.get("purpose") or one.get("description") or ""
    return f"{head} - {said}" if said else head


def _from_lines(text: str) -> Draft:
    draft = Draft()
    word = ""
    for line in (one[:_LONGEST_LINE] for one in text.splitlines()[:_MOST_LINES]):
        if not line.strip() or line.strip().startswith("```"):
            continue
        match, item = _LINE.match(line), _ITEM.match(line)
        if match:
            word, rest = _WORDS[match["word"].casefold()], match["rest"].strip()
            rest = f"class {rest}" if word == "class" else rest
        elif item and word:
            rest = item["rest"].strip()
        else:
            continue
        if rest and not _NOTHING.match(rest):
            _take(draft, word, rest)
    return draft


def _take(draft: Draft, word: str, rest: str) -> None:
    if word == "summary":
        draft.summary = draft.summary or one_line(rest, 300)
    elif word in ("file", "files"):
        if match := _PATH.match(rest):
            draft.files.append(DraftFile(match["path"], one_line(match["said"] or "", 200)))
    elif word in ("function", "functions", "class"):
        if not draft.files:
            draft.files.append(DraftFile(""))
        draft.files[-1].functions.append(rest)
    elif word == "needs":
        if draft.files:
            draft.files[-1].needs += re.findall(r"[\w./-]+", rest)
    else:
        kept: list[str] = getattr(draft, word)
        pieces = re.split(r"\s*,\s*", rest) if word == "package" else [rest]
        kept += [one_line(piece, 240) for piece in pieces if len(kept) < _LIMITS[word]]
