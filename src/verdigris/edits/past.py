"""Reading a repository's history: commits, and the files they changed, as texts.

The repository is a stranger's. Only git's plumbing is asked, which shows objects as they are: no
hook, filter, pager or other program of the repository runs, nothing is fetched, and whatever is too
large or takes too long is left out. What the messages and files say is data.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from verdigris.core.change import FileEdit
from verdigris.core.paths import is_test_file
from verdigris.core.text import decode
from verdigris.edits.git import ask_git, read_git
from verdigris.errors import StoreError, UserError

_MESSAGE = 64_000
"""Bytes of a commit object that is read: its message is most of it."""
_FILE = 256_000
"""Bytes of a file that is read."""
_FILES = 3
"""Files of one commit that are read. A fix that touches more is no small one."""
_LISTING = 8_000_000
"""Bytes of git's list of what some commits changed."""
_ID = re.compile(rb"[0-9a-f]{40,64}")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_PLAIN = (b"100644", b"100755")
_ANY_OWNER = ("-c", "safe.directory=*")


@dataclass(frozen=True)
class Commit:
    id: str
    at: float
    """When it was committed, in seconds since the epoch."""
    message: str


@dataclass(frozen=True)
class Fix:
    """What a commit did to code, and whether it touched tests as well."""

    commit: Commit
    edits: tuple[FileEdit, ...]
    with_tests: bool


class Past:
    """The history of one repository, from its HEAD."""

    def __init__(self, top: Path) -> None:
        self._top = top

    @classmethod
    def open(cls, folder: Path) -> Past:
        """Find the repository a folder is in. Raises UserError where there is none."""
        done = ask_git(*_ANY_OWNER, "rev-parse", "--show-toplevel", cwd=folder)
        top = done.stdout.decode("utf-8", "surrogateescape").removesuffix("\n")
        if done.returncode != 0 or not top:
            raise UserError(
                f"{folder} is not inside a git repository with files.",
                hint="Name a folder that git knows: `git -C FOLDER status` should work.",
            )
        return cls(Path(top))

    @property
    def name(self) -> str:
        return self._top.name

    async def commits(self, most: int, since: str = "") -> list[Commit]:
        """Return the newest commits that are no merges, newest first. May raise UserError."""
        words = ["rev-list", "--no-merges", f"--max-count={most}", "HEAD", "--"]
        if since:
            # Git reads a day without an hour as that day at the present time of day.
            start = f"{since}T00:00:00" if _DAY.fullmatch(since) else since
            words.insert(1, f"--since={start}")
        try:
            listed = await self._git(*words, most=100 * most + 1000)
        except StoreError as error:
            raise UserError(
                f"The repository {self._top} has no history that can be read.",
                hint="It needs at least one commit.",
            ) from error
        ids = _ID.findall(listed or b"")
        bodies = await self._objects(ids, b"commit", _MESSAGE)
        return [_commit(one.decode(), bodies[one]) for one in ids if one in bodies]

    async def fixes(self, commits: Sequence[Commit]) -> AsyncIterator[Fix]:
        """Yield what commits did to a few Python files each; others are left out."""
        for start in range(0, len(commits), 32):
            some = {commit.id: commit for commit in commits[start : start + 32]}
            changed = await self._changed(list(some))
            wanted = {one for of in changed.values() for pair in of.blobs for one in pair[1:]}
            texts = await self._objects(sorted(wanted), b"blob", _FILE)
            for name, of in changed.items():
                edits = tuple(_edits(of.blobs, texts))
                if edits:
                    yield Fix(some[name], edits, of.with_tests)

    async def _changed(self, ids: list[str]) -> dict[str, _Changed]:
        words = ("diff-tree", "--stdin", "-r", "-z", "--no-renames", "--diff-filter=AM",
                 "--ignore-submodules=all", "--no-ext-diff", "-O/dev/null")  # fmt: skip
        data = "".join(f"{one}\n" for one in ids).encode()
        with contextlib.suppress(StoreError):  # a damaged or incomplete repository
            listed = await self._git(*words, data=data, most=_LISTING)
            if listed is not None:
                return dict(_read_changes(listed))
        if len(ids) == 1:
            return {}
        half = len(ids) // 2
        return {**await self._changed(ids[:half]), **await self._changed(ids[half:])}

    async def _objects(self, ids: Sequence[bytes], kind: bytes, most: int) -> dict[bytes, bytes]:
        """Return objects that are there, of one kind and not too large."""
        asked = b"".join(one + b"\n" for one in ids)
        sizes = await self._git("cat-file", "--batch-check", data=asked, most=200 * len(ids) + 100)
        small = []
        for line in (sizes or b"").splitlines():
            words = line.split(b" ")
            if len(words) == 3 and words[1] == kind and int(words[2]) <= most:
                small.append((words[0], int(words[2])))
        found: dict[bytes, bytes] = {}
        for some in _portions(small, 4_000_000):
            asked = b"".join(one + b"\n" for one in some)
            told = await self._git("cat-file", "--batch", data=asked, most=10_000_000)
            found.update(_read_objects(told or b""))
        return found

    async def _git(self, *words: str, data: bytes = b"", most: int) -> bytes | None:
        return await read_git(*_ANY_OWNER, *words, data=data, cwd=self._top, most=most)


@dataclass(frozen=True)
class _Changed:
    blobs: tuple[tuple[str, bytes, bytes], ...]
    """Path, object before, object after: of Python files that are no tests."""
    with_tests: bool


def _commit(name: str, body: bytes) -> Commit:
    head, _, message = body.partition(b"\n\n")
    found = re.search(rb"^committer .*> (\d{1,11}) [-+]\d{4}$", head, re.MULTILINE)
    at = float(found.group(1)) if found else 0.0
    return Commit(id=name, at=at, message=message.decode("utf-8", "replace"))


def _read_changes(listed: bytes) -> Iterable[tuple[str, _Changed]]:
    """Read git's list: after each commit's id, pairs of what changed and the path."""
    words = iter(listed.split(b"\0"))
    name, rows = "", list[tuple[bytes, bytes]]()
    for word in words:
        if word.startswith(b":"):
            rows.append((word, next(words, b"")))
        elif _ID.fullmatch(word):
            if name:
                yield name, _sorted_out(rows)
            name, rows = word.decode(), []
    if name:
        yield name, _sorted_out(rows)


def _sorted_out(rows: Iterable[tuple[bytes, bytes]]) -> _Changed:
    blobs, with_tests = [], False
    for meta, raw in rows:
        path = raw.decode("utf-8", "replace")
        before, after, old, new, how = meta[1:].split(b" ")
        if not path.endswith(".py"):
            continue
        if is_test_file(path):
            with_tests = True
        elif how == b"M" and before in _PLAIN and after in _PLAIN:
            blobs.append((path, old, new))
    return _Changed(tuple(blobs) if len(blobs) <= _FILES else (), with_tests)


def _read_objects(told: bytes) -> Iterable[tuple[bytes, bytes]]:
    at = 0
    while (end := told.find(b"\n", at)) > 0:
        words = told[at:end].split(b" ")
        if len(words) != 3:  # "… missing", since the list was made
            at = end + 1
            continue
        size = int(words[2])
        yield words[0], told[end + 1 : end + 1 + size]
        at = end + 1 + size + 1


def _portions(sizes: Iterable[tuple[bytes, int]], most: int) -> Iterable[list[bytes]]:
    some, total = list[bytes](), 0
    for one, size in sizes:
        if some and total + size > most:
            yield some
            some, total = [], 0
        some.append(one)
        total += size
    if some:
        yield some


def _edits(
    blobs: Iterable[tuple[str, bytes, bytes]], texts: dict[bytes, bytes]
) -> Iterable[FileEdit]:
    for path, old, new in blobs:
        before, after = texts.get(old), texts.get(new)
        if before is None or after is None or b"\0" in before or b"\0" in after:
            continue
        yield FileEdit(path=path, before=decode(before)[0], after=decode(after)[0])
