"""Taking a project: its files, read once, become the first commit of a run's repository.

The project's git repository, if there is one, is asked for names only; its objects, index and
configuration are neither used nor written, so nothing that happens to it later can hurt the run.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from verdigris.edits.listing import list_project
from verdigris.edits.pack import Entry, write_commit
from verdigris.errors import UserError

WHO = "verdigris <verdigris@localhost> 946684800 +0000"
"""Of every commit of a run: the same change on the same parent is the same commit."""
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
"""A pipe that took a file's place in the meantime must not make us wait."""


@dataclass(frozen=True)
class Left:
    """A file of the project that is not in the copy."""

    path: str
    why: str


@dataclass(frozen=True)
class Taken:
    """What a commit cannot say about the project it was taken from."""

    folders: tuple[str, ...] = ()
    """Empty folders; git keeps files only, and a test may want to write there."""
    left: tuple[Left, ...] = ()

    def to_json(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> Taken:
        held = json.loads(text)
        return cls(tuple(held["folders"]), tuple(Left(**left) for left in held["left"]))


def take(project: Path, repository: Path, largest: int) -> tuple[str, Taken]:
    """Write a project's files to a bare repository as one commit; return its name.

    Files of more than `largest` bytes, and those that cannot be read, are left out and named.
    Raises UserError when nothing is left, OSError when the disk does not take it.
    """
    listing = list_project(project)
    left: list[Left] = []
    entries = _entries(str(project.resolve()), listing.files, largest, left)
    first = next(entries, None)
    if first is None:
        why = f" that can be taken ({left[0].path}: {left[0].why})" if left else ""
        raise UserError(
            f"There are no files in {project}{why}.", hint="Name the folder of your project."
        )
    commit = write_commit(repository, _and_then(first, entries), WHO, "the project as it was found")
    return commit, Taken(folders=listing.folders, left=tuple(left))


def _and_then(first: Entry, rest: Iterator[Entry]) -> Iterator[Entry]:
    yield first
    yield from rest


def _entries(root: str, paths: tuple[str, ...], largest: int, left: list[Left]) -> Iterator[Entry]:
    for path in paths:
        try:
            yield _read(f"{root}/{path}", path, largest)
        except FileNotFoundError:
            continue  # gone since it was listed
        except _TooLarge as size:
            left.append(Left(path=path, why=f"{int(str(size)) >> 20} MB"))
        except OSError as error:
            left.append(Left(path=path, why=error.strerror or "cannot be read"))


class _TooLarge(Exception):
    pass


def _read(place: str, path: str, largest: int) -> Entry:
    if os.path.islink(place):
        return path, 0o120000, os.fsencode(os.readlink(place))
    handle = os.open(place, _FILE)
    try:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            raise FileNotFoundError(path)
        if found.st_size > largest:
            raise _TooLarge(found.st_size)
        mode = 0o100755 if found.st_mode & stat.S_IXUSR else 0o100644
        return path, mode, _whole(handle, found.st_size)
    finally:
        os.close(handle)


def _whole(handle: int, size: int) -> bytes:
    data = os.read(handle, size + 1)
    if len(data) == size:
        return data  # nearly always: one call a file is what makes this quick
    parts = [data]
    while part := os.read(handle, 1 << 20):
        parts.append(part)
    return b"".join(parts)
