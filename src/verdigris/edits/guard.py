"""Which paths a change may touch. Looks at names only, never at the disk.

Blocked paths are refused always. Protected ones (`core.paths`) are refused unless the user allows
them, because whoever may edit the tests can make anything green.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from verdigris.core.change import Change
from verdigris.core.paths import is_protected
from verdigris.errors import ModelMistake
from verdigris.settings import Edits

_BLOCKED_PARTS = {".git", ".hg", ".svn", ".ssh"}
_BLOCKED_NAMES = re.compile(r"^\.env(\..*)?$|^\.netrc$|^\.pypirc$|^id_(rsa|ed25519)", re.IGNORECASE)

_LONGEST = 200
"""Bytes of one part of a path. File systems take 255; temporary names are a little longer."""


def clean_path(path: str) -> str:
    """Return a path in the one form used inside Verdigris, relative with forward slashes.

    Raises ModelMistake when it leads out of the workspace or into what is never edited.
    """
    text = path.strip().strip("`'\"")
    if "\\" in text or "\0" in text or re.match(r"^[A-Za-z]:", text):
        raise ModelMistake(f"The path {path!r} is not a plain relative path.")
    pure = PurePosixPath(text)
    parts = [part for part in pure.parts if part != "."]
    if pure.is_absolute() or ".." in parts or text.startswith("~") or not parts:
        raise ModelMistake(f"The path {path!r} leads out of the project.")
    if max(len(part.encode("utf-8", "surrogatepass")) for part in parts) > _LONGEST:
        raise ModelMistake("The path you gave is too long for a file name.")
    folded = [part.casefold().rstrip(" .") for part in parts]
    if _BLOCKED_PARTS & set(folded) or _BLOCKED_NAMES.match(parts[-1]):
        raise ModelMistake(f"The path {path!r} may not be edited.")
    return "/".join(parts)


def require_allowed(change: Change, edits: Edits) -> None:
    """Raise ModelMistake, in words for the model, when a change is not one that may be tried."""
    size = len(change.diff.encode("utf-8", "replace"))
    if size > edits.max_patch_kb * 1024:
        raise ModelMistake(f"The change is {size // 1024} KB; at most {edits.max_patch_kb} KB.")
    for path in change.paths:
        clean_path(path)
        if is_protected(path) and not edits.allow_test_edits:
            raise ModelMistake(f"{path} belongs to the tests or their set-up; change the code.")
