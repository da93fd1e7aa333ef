"""Three-way merging of one file: what it was, what the user made of it, what the change wants.

Git does the merging. Nothing is written here; a conflict is a value, not an error.
"""

from __future__ import annotations

import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from verdigris.edits.git import ask_git


@dataclass(frozen=True)
class Merged:
    data: bytes | None
    """The result; with conflict markers where it is not clean. None means no file."""
    clean: bool


def merge_file(base: bytes | None, ours: bytes | None, theirs: bytes | None, name: str) -> Merged:
    """Merge one file. `ours` is what lies in the user's tree, `theirs` what the change wants.

    Where one side deleted what the other edited, the edited text is kept: neither side's work is
    ever lost, but the result does not count as clean.
    """
    if ours == theirs or theirs == base:
        return Merged(ours, clean=True)
    if ours == base:
        return Merged(theirs, clean=True)
    if ours is None or theirs is None:
        return Merged(theirs if ours is None else ours, clean=False)
    return _by_git(base or b"", ours, theirs, name)


def _by_git(base: bytes, ours: bytes, theirs: bytes, name: str) -> Merged:
    with tempfile.TemporaryDirectory(prefix="verdigris-merge-") as desk:
        places = [Path(desk, side) for side in ("ours", "base", "theirs")]
        for place, data in zip(places, (ours, base, theirs), strict=True):
            place.write_bytes(data)
        labels = (f"{name} (yours)", f"{name} (before)", f"{name} (verdigris)")
        words = [word for label in labels for word in ("-L", label)]
        try:
            done = ask_git("merge-file", "-p", "--diff3", *words, *map(str, places), cwd=Path(desk))
        except subprocess.TimeoutExpired:
            return Merged(ours, clean=False)
    if done.returncode > 127:  # not text: git has no answer, so the user's file stands
        return Merged(ours, clean=False)
    return Merged(done.stdout, clean=done.returncode == 0)
