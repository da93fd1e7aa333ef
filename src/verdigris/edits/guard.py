"""What a change may touch: paths by their names, the change as a whole, the tree it would meet.

Blocked paths are refused always. Protected ones (`core.paths`) are refused unless the user allows
them, because whoever may edit the tests can make anything green. Only `require_inside` looks at a
disk.
"""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path, PurePosixPath

from verdigris.core.change import Change
from verdigris.core.paths import is_protected
from verdigris.core.text import Encoding, encode
from verdigris.errors import ModelMistake
from verdigris.settings import Edits

_BLOCKED_PARTS = {".git", ".hg", ".svn", ".ssh", ".bzr", ".jj"}
_SHORT_NAMES = re.compile(r"^\.?git~\d+$|^\.?(?:hg|svn|ssh)~\d+$")
"""How FAT and NTFS call `.git` where names are eight letters long."""
_BLOCKED_NAMES = re.compile(r"^\.env(\..*)?$|^\.netrc$|^\.pypirc$|^\.npmrc$|^id_(rsa|ed25519)")
_BLOCKED_FILES = {".gitmodules", ".gitattributes"}
"""They tell git where to fetch from and which programs to run."""
_DEVICES = re.compile(r"^(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?$")

_LONGEST = 200
"""Bytes of one part of a path. File systems take 255; temporary names are a little longer."""
_LONGEST_PATH = 1000


def clean_path(path: str) -> str:
    """Return a path in the one form used inside Verdigris, relative with forward slashes.

    Raises ModelMistake when it leads out of the workspace or into what is never edited.
    """
    text = path.strip().strip("`'\"")
    if "\\" in text or re.match(r"^[A-Za-z]:", text) or any(map(_is_odd, text)):
        raise ModelMistake(f"The path {path[:80]!r} is not a plain relative path.")
    pure = PurePosixPath(text)
    parts = [part for part in pure.parts if part != "."]
    if pure.is_absolute() or ".." in parts or text.startswith("~") or not parts:
        raise ModelMistake(f"The path {path[:80]!r} leads out of the project.")
    if max(map(_size, parts)) > _LONGEST or _size(text) > _LONGEST_PATH:
        raise ModelMistake("The path you gave is too long for a file name.")
    folded = [_as_disks_see_it(part) for part in parts]
    if not all(part.strip(" .") for part in folded):  # nothing but dots and spaces
        raise ModelMistake(f"The path {path[:80]!r} leads out of the project.")
    if any(_is_blocked(part) for part in folded) or _is_secret(folded[-1]):
        raise ModelMistake(f"The path {path[:80]!r} may not be edited.")
    return "/".join(parts)


def _is_odd(letter: str) -> bool:
    """Tell whether a character is one that no name needs: controls, and what cannot be written."""
    return unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp")


def _size(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _as_disks_see_it(part: str) -> str:
    """Return a name as the least careful file system takes it.

    Case does not count there, nor do spaces and dots at the end, what follows a colon (NTFS), and
    characters that are not seen (HFS+).
    """
    seen = "".join(c for c in part if unicodedata.category(c) not in ("Cf", "Mn", "Me"))
    plain = unicodedata.normalize("NFKC", seen).casefold().partition(":")[0]
    return plain.rstrip(" .") or plain


def _is_blocked(part: str) -> bool:
    return part in _BLOCKED_PARTS or bool(_SHORT_NAMES.match(part) or _DEVICES.match(part))


def _is_secret(name: str) -> bool:
    return name in _BLOCKED_FILES or bool(_BLOCKED_NAMES.match(name))


def require_allowed(change: Change, edits: Edits) -> None:
    """Raise ModelMistake, in words for the model, when a change is not one that may be tried."""
    if len(change.edits) > edits.max_files:
        raise ModelMistake(
            f"The change touches {len(change.edits)} files; at most {edits.max_files}."
        )
    for edit in change.edits:
        clean_path(edit.path)
        if is_protected(edit.path) and not edits.allow_test_edits:
            raise ModelMistake(
                f"{edit.path} belongs to the tests or their set-up; change the code."
            )
        if "\0" in (edit.after or ""):
            raise ModelMistake(f"{edit.path} would become a binary file.")
        _require_writable(edit.after or "", edit.encoding, edit.path)
    size = len(change.patch)
    if size > edits.max_patch_kb * 1024:
        raise ModelMistake(f"The change is {size // 1024} KB; at most {edits.max_patch_kb} KB.")


def _require_writable(text: str, encoding: Encoding, path: str) -> None:
    try:
        encode(text, encoding)
    except UnicodeEncodeError as error:
        letter = text[error.start]
        raise ModelMistake(
            f"{path} is not in UTF-8 and cannot hold {letter!r}. Write it without that character."
        ) from None


def require_inside(change: Change, tree: Path) -> None:
    """Raise ModelMistake when a path of a change is a link in the tree, or leads through one."""
    for path in change.paths:
        require_no_link(path, tree)


def require_no_link(path: str, tree: Path) -> None:
    """Raise ModelMistake when a path is a link in the tree, or leads through one."""
    spot = tree
    for part in PurePosixPath(path).parts:
        spot = spot / part
        if spot.is_symlink():
            raise ModelMistake(f"{path} leads through a link; links are not edited.")
