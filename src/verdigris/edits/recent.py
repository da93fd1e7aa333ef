"""Which lines of the user's files were changed lately, as the history of the project tells.

Old versions are read as objects and compared here: neither the work tree nor a filter, a text
converter or a pager that the repository may name is ever involved. What cannot be told is nothing.
"""

from __future__ import annotations

import difflib
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

from verdigris.core.text import decode
from verdigris.edits.git import ask_git
from verdigris.errors import MissingError

_AGES = (("HEAD", 1.0), ("HEAD~1", 0.7), ("HEAD~3", 0.5), ("HEAD~10", 0.3))
"""A line that a version lacks was changed since; not being in the newest means not committed."""
_MOST_FILES = 20
_MOST_LINES = 3000
_LARGEST = 1 << 20


def recent_lines(project: Path, texts: Mapping[str, str]) -> dict[str, dict[int, float]]:
    """Return path to line to how recently it was changed, from 0 to 1; 1 is not committed yet.

    `texts` are the files as they are now. A file that the history does not know is left out, and
    nothing is returned for a project without a history.
    """
    paths = [path for path in sorted(texts) if _is_asked(path, texts[path])][:_MOST_FILES]
    found: dict[str, dict[int, float]] = {}
    for version, weight in _AGES:
        old = _versions(project, version, paths)
        for path in paths:
            if path not in old:
                continue
            lines = found.setdefault(path, {})
            for line in _changed(old[path], texts[path]):
                lines[line] = max(lines.get(line, 0.0), weight)
    return {path: lines for path, lines in found.items() if lines}


def _is_asked(path: str, text: str) -> bool:
    # A name with a line end would be another question to git.
    return "\n" not in path and len(text) < _LARGEST and text.count("\n") <= _MOST_LINES


def _versions(project: Path, version: str, paths: list[str]) -> dict[str, str]:
    asked = "".join(f"{version}:./{path}\n" for path in paths)
    try:
        done = ask_git("cat-file", "--batch", cwd=project, data=asked.encode("utf-8", "replace"))
    except (subprocess.TimeoutExpired, MissingError, OSError):
        return {}
    return dict(_read(done.stdout, paths)) if done.returncode == 0 else {}


def _read(answer: bytes, paths: list[str]) -> Iterator[tuple[str, str]]:
    at = 0
    for path in paths:
        head, _, _ = answer[at : at + 5000].partition(b"\n")
        at += len(head) + 1
        words = head.split()
        if len(words) != 3 or words[1] != b"blob" or not words[2].isdigit():
            if words[-1:] == [b"missing"]:
                continue
            return  # a folder, or something ambiguous: what follows cannot be told apart
        size = int(words[2])
        if size < _LARGEST:
            yield path, decode(answer[at : at + size])[0]
        at += size + 1


def _changed(old: str, new: str) -> Iterator[int]:
    """Yield the lines of a text that an older one does not have, and those beside what is gone."""
    before, after = old.splitlines(), new.splitlines()
    start = 0
    while start < min(len(before), len(after)) and before[start] == after[start]:
        start += 1
    end = 0
    limit = min(len(before), len(after)) - start
    while end < limit and before[-1 - end] == after[-1 - end]:
        end += 1
    old_part, new_part = before[start : len(before) - end], after[start : len(after) - end]
    if len(old_part) > _MOST_LINES:
        return
    matcher = difflib.SequenceMatcher(None, old_part, new_part, autojunk=False)
    for tag, _, _, first, last in matcher.get_opcodes():
        if tag != "equal":
            yield from range(start + first + 1, start + max(last, first + 1) + 1)
