"""Writing the winning change to the user's tree, and taking it back: never over their work.

What is to be written is decided here, file by file; that it is written whole or not at all is the
business of `journal`.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from verdigris.core.change import Change
from verdigris.edits.journal import Desk, Journal, Record, Swap, open_journal
from verdigris.edits.merge import merge_file
from verdigris.errors import UserError

Merge = Literal["no", "clean", "markers"]
"""What to do with files that have moved on: refuse, merge if that is clean, or leave markers."""


@dataclass(frozen=True)
class Wish:
    """What one file was thought to be, and what it shall be; None stands for no file."""

    path: str
    before: bytes | None
    after: bytes | None
    mode: int | None = None
    """For a file that is not there now."""


def write_change(
    project: Path, change: Change, desk: Desk, *, merge: Merge = "no", commit: str = ""
) -> Record | None:
    """Write a change to the user's files; None when all of it was there already.

    Every file must still be as it was when the run began, or merge as asked; otherwise nothing is
    written and the error says which moved and what can be done.
    """
    root = project.resolve()
    with open_journal(root, desk) as journal:
        return _carry_out(root, wishes_of(change), journal, "apply", merge, commit)


def wishes_of(change: Change) -> list[Wish]:
    return [Wish(edit.path, edit.data_before, edit.data_after) for edit in change.edits]


def take_back(
    record: Record, desk: Desk, *, merge: Merge = "no", commit: str = ""
) -> Record | None:
    """Restore what a record replaced: bytes, files that were created or deleted, and folders."""
    root = Path(record.root)
    wishes = [
        Wish(file.path, record.held(desk.run, i, "new"), record.held(desk.run, i, "old"), file.mode)
        for i, file in enumerate(record.files)
    ]
    with open_journal(root, desk) as journal:
        done = _carry_out(root, wishes, journal, "undo", merge, commit)
        _remove_hollow(record.folders)
    return done


def _carry_out(
    root: Path,
    wishes: Sequence[Wish],
    journal: Journal,
    kind: Literal["apply", "undo"],
    how: Merge,
    commit: str,
) -> Record | None:
    now = {wish.path: _look(root, wish.path) for wish in wishes}
    if all(now[wish.path].data == wish.after for wish in wishes):
        return None
    moved = [wish.path for wish in wishes if now[wish.path].data not in (wish.before, wish.after)]
    partly = [w.path for w in wishes if now[w.path].data == w.after != w.before]
    if (moved or partly) and how == "no":
        raise _moved_on(moved or partly, kind, journal.run)
    swaps, conflicts = [], []
    for wish in wishes:
        found = now[wish.path]
        merged = merge_file(wish.before, found.data, wish.after, wish.path)
        if not merged.clean:
            conflicts.append(wish.path)
        if merged.data != found.data:
            mode = found.mode if found.data is not None else wish.mode
            swaps.append(Swap(wish.path, found.target, found.data, merged.data, mode))
    if conflicts and how != "markers":
        raise _conflicting(conflicts, kind, journal.run)
    _require_writable(swaps)
    if not swaps:
        return None
    return journal.write(swaps, kind, merged=bool(moved), commit=commit)


@dataclass(frozen=True)
class _Found:
    target: Path
    data: bytes | None
    mode: int | None


def _look(root: Path, path: str) -> _Found:
    place = root / path
    target = place.resolve()
    if not target.is_relative_to(root):
        raise UserError(f"Nothing was written: {path} leads out of the project.")
    try:
        handle = os.open(target, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return _Found(target, None, None)
    except OSError as error:
        raise UserError(f"Nothing was written: {path} cannot be read ({error.strerror}).") from None
    mode = os.fstat(handle).st_mode
    if not stat.S_ISREG(mode):
        os.close(handle)
        raise UserError(f"Nothing was written: {path} is not a file.")
    with os.fdopen(handle, "rb") as file:
        return _Found(target, file.read(), stat.S_IMODE(mode))


def _require_writable(swaps: Iterable[Swap]) -> None:
    for swap in swaps:
        # By its mode, also for root, who could write: somebody marked it as not to be changed.
        if swap.mode is not None and swap.old is not None and not swap.mode & 0o222:
            raise UserError(
                f"Nothing was written: {swap.path} is read-only.", hint=f"chmod u+w {swap.target}"
            )


def _remove_hollow(folders: Iterable[str]) -> None:
    for folder in sorted(folders, reverse=True):
        try:
            Path(folder).rmdir()
        except OSError:
            continue


def _moved_on(paths: Sequence[str], kind: str, run: Path) -> UserError:
    since = "the run began" if kind == "apply" else "the change was applied"
    return UserError(
        f"Nothing was written: {', '.join(paths)} changed since {since}.",
        hint=f"To merge both: verdigris {kind} {run.name} --merge\n{_by_hand(run)}",
    )


def _conflicting(paths: Sequence[str], kind: str, run: Path) -> UserError:
    return UserError(
        f"Nothing was written: both sides changed the same lines of {', '.join(paths)}.",
        hint=f"To mark those lines and settle it in your editor: "
        f"verdigris {kind} {run.name} --merge --conflicts\n{_by_hand(run)}",
    )


def _by_hand(run: Path) -> str:
    return f"The change by itself: {run / 'final.patch'}"
