"""Answers in the form of a tool call: JSON objects that name a file and its new text or an edit."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

_PATH = ("path", "file", "file_path", "filename", "filepath")
_WHOLE = ("content", "contents", "new_content", "code", "text")
_OLD = ("search", "old_string", "old_str", "old", "find")
_NEW = ("replace", "new_string", "new_str", "new", "replacement")


@dataclass(frozen=True)
class ToolEdit:
    path: str
    new: str
    old: str | None = None
    """The text it replaces; None where `new` is the whole file."""


def tool_edits(text: str) -> list[ToolEdit]:
    """Return the edits a JSON text holds; nothing when it is something else."""
    text = text.strip()
    if text[:1] not in ("{", "[") or len(text) > 400_000:
        return []
    try:
        return list(_edits(json.loads(text)))
    except (ValueError, RecursionError):
        return []


def _edits(said: object, path: str = "") -> Iterator[ToolEdit]:
    """Look through lists and objects; an object may name the file for those within it."""
    if isinstance(said, list):
        for item in said[:200]:
            yield from _edits(item, path) if isinstance(item, dict) else ()
        return
    if not isinstance(said, dict):
        return
    path = _first(said, _PATH) or path
    old, new, whole = _first(said, _OLD), _first(said, _NEW), _first(said, _WHOLE)
    if path and old is not None and new is not None:
        yield ToolEdit(path, new, old)
    elif path and whole is not None:
        yield ToolEdit(path, whole)
    else:
        for value in list(said.values())[:50]:
            if isinstance(value, list) or (isinstance(value, dict) and value is not said):
                yield from _edits(value, path)


def _first(said: dict[str, object], names: tuple[str, ...]) -> str | None:
    return next((value for name in names if isinstance(value := said.get(name), str)), None)
