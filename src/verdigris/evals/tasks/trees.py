"""The files of a task: listed, and laid out in a working folder. The task itself is never written.

Links and special files are refused: what they lead to is no part of the task.
"""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Collection, Iterator
from pathlib import Path

from verdigris.core.text import decode
from verdigris.errors import UserError

_BY_PRODUCTS = ("__pycache__", ".pytest_cache")
"""Left by whoever ran the tests in place, or by pip, which compiles what it installs."""
_CODE = (".py", ".pyi", ".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx", ".sql")
_LARGEST = 4 * 1024 * 1024
"""Bytes of a file up to which it is shown; what agents leave beside their work may be large."""


def files_of(folder: Path) -> tuple[str, ...]:
    """Return the files below a folder, relative, sorted; none when it is not there.

    Raises UserError for a link, a special file, or a folder that cannot be read.
    """
    if folder.is_symlink():
        raise _refused(folder, "a link")
    try:
        return tuple(sorted(_walk(folder, ""))) if folder.is_dir() else ()
    except OSError as error:
        raise UserError(f"{error.filename} cannot be read: {error.strerror}.") from None


def plain_files(folder: Path, without: Collection[str] = ()) -> tuple[str, ...]:
    """Return the plain files that a program left below a folder, without what tools keep there.

    Unlike in a task, links and special files are passed over: nothing can be asked of a program.
    Folders that are called like one of `without` are passed over as well.
    """
    left_out = {*_BY_PRODUCTS, ".git", *without}
    found = []
    for root, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in left_out]
        for name in names:
            path = Path(root) / name
            if stat.S_ISREG(path.lstat().st_mode) and not name.endswith(".pyc"):
                found.append(path.relative_to(folder).as_posix())
    return tuple(sorted(found))


def lay_out(target: Path, *sources: Path) -> Path:
    """Copy the files of some folders, the later over the earlier, to a new folder; return it."""
    target.mkdir(parents=True)
    for source in sources:
        for path in files_of(source):
            place = target / path
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source / path, place, follow_symlinks=False)
    return target


def texts_of(folder: Path) -> dict[str, str]:
    """Return the texts of a folder's files; those that are too large or not text are left out."""
    texts = ((path, text_at(folder / path)) for path in plain_files(folder))
    return {path: text for path, text in texts if text is not None}


def text_at(place: Path) -> str | None:
    """Return the text of a file; None where it is too large to be shown, or is none."""
    if place.stat().st_size > _LARGEST or b"\0" in (data := place.read_bytes()):
        return None
    return decode(data)[0]


def lines_of(folder: Path) -> int:
    """Return how many lines of code a folder holds, SQL included."""
    texts = texts_of(folder)
    return sum(len(text.splitlines()) for path, text in texts.items() if path.endswith(_CODE))


def shown(path: str | Path) -> str:
    """Return a path as it can be written down: a name need not be text."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def _walk(root: Path, below: str) -> Iterator[str]:
    with os.scandir(root / below) as entries:
        for entry in entries:
            path = f"{below}{entry.name}"
            if entry.is_symlink():
                raise _refused(root / path, "a link")
            if entry.is_dir():
                if entry.name not in _BY_PRODUCTS:
                    yield from _walk(root, f"{path}/")
            elif not entry.is_file():
                raise _refused(root / path, "neither a file nor a folder")
            elif not entry.name.endswith(".pyc"):
                yield path


def _refused(path: Path, what: str) -> UserError:
    return UserError(f"{shown(path)} is {what}.", hint="A task holds plain files and folders only.")
