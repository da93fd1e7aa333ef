"""Switches a set of files of a project from old to new: all of them, or none.

Run as a process of its own, in its own session, by `journal`: whoever asked for it may be killed at
any instant, the switch still comes to its end. Standard library only, so that it starts at once. If
this very process is killed, the journal stays open and `settle` takes everything back.

    RECORD/record.json    what is to be done; written before this begins, never changed
    RECORD/old/N, new/N   the bytes of file N before and after; absent where there is no file
    RECORD/outcome.json   how it ended; writing it is the moment from which the change stands
    POINTER               names the open record; there from before the first touch to the very end
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import stat
import sys
from collections.abc import Callable, Iterator
from typing import Any

Step = Callable[[str], None]


class Moved(Exception):
    """A file is not as it was when the switch was planned."""


def switch(record: str, on_step: Step = lambda _: None) -> None:
    """Carry out a record; whatever goes wrong, the files are as before and the outcome says why."""
    plan = _load(record)
    _put(plan["pointer"], record.encode("utf-8", "surrogateescape"))
    on_step("opened")
    try:
        _stage(record, plan, on_step)
        _swap(plan, on_step)
        _require_untouched(plan)
    except (OSError, Moved) as error:
        stuck = _take_back(record, plan)
        kind = "moved" if isinstance(error, Moved) else "failed"
        _end(record, plan, {"state": kind, "why": _said(error), "stuck": stuck})
        return
    _sync({os.path.dirname(file["target"]) for file in plan["files"]})
    on_step("switched")
    _end(record, plan, {"state": "done"}, on_step)


def settle(record: str) -> None:
    """Close a record that was left open: finish it if it was decided, else take it back."""
    plan = _load(record)
    with contextlib.suppress(FileNotFoundError, ValueError):
        with open(f"{record}/outcome.json", "rb") as file:
            outcome = json.load(file)
        _end(record, plan, outcome)
        return
    stuck = _take_back(record, plan)
    _end(record, plan, {"state": "cut off", "why": "it was cut off", "stuck": stuck})


def _load(record: str) -> dict[str, Any]:
    with open(f"{record}/record.json", "rb") as file:
        plan: dict[str, Any] = json.load(file)
    plan["files"] = [
        {**file, "number": number, **_names(file["target"], plan["token"], number)}
        for number, file in enumerate(plan["files"])
    ]
    return plan


def _names(target: str, token: str, number: int) -> dict[str, str]:
    """Return where the new file waits and where the old one is kept, beside the target."""
    place = os.path.join(os.path.dirname(target), f".verdigris-{token}-{number}")
    return {"staged": f"{place}-new", "kept": f"{place}-old"}


def _stage(record: str, plan: dict[str, Any], on_step: Step) -> None:
    for folder in plan["folders"]:
        os.mkdir(folder)
    for file in plan["files"]:
        if file["new"] is None:
            # Wanted now, not after half of the files: is this a folder that can be written?
            _write(file["staged"], b"", None, 0o600)
            os.unlink(file["staged"])
        else:
            with open(f"{record}/new/{file['number']}", "rb") as source:
                data = source.read()
            like = file["target"] if file["old"] is not None else None
            _write(file["staged"], data, like, file["mode"])
        on_step("staged")


def _swap(plan: dict[str, Any], on_step: Step) -> None:
    for file in plan["files"]:
        _require(file, file["target"], file["old"])
    for file in plan["files"]:
        target, staged, kept = file["target"], file["staged"], file["kept"]
        if file["old"] is None:
            _appear(staged, target)
        else:
            _require(file, target, file["old"])
            with contextlib.suppress(OSError):  # without hard links the record's bytes must do
                os.link(target, kept)
            on_step("kept")
            if file["new"] is None:
                os.unlink(target)
            else:
                os.replace(staged, target)
        on_step("swapped")


def _appear(staged: str, target: str) -> None:
    """Put a new file where there must be none; a link, unlike a rename, replaces nothing."""
    try:
        os.link(staged, target)
        os.unlink(staged)
    except FileExistsError:
        raise Moved(f"{target} is there already") from None
    except OSError:
        if os.path.lexists(target):
            raise Moved(f"{target} is there already") from None
        os.rename(staged, target)


def _require(file: dict[str, Any], place: str, wanted: str | None) -> None:
    if digest(place) != wanted:
        raise Moved(f"{file['path']} was changed meanwhile")


def _require_untouched(plan: dict[str, Any]) -> None:
    """See that nobody wrote into an old file, still open in an editor, while it was replaced."""
    for file in plan["files"]:
        if os.path.lexists(file["kept"]):
            _require(file, file["kept"], file["old"])


def _take_back(record: str, plan: dict[str, Any]) -> list[str]:
    """Restore what was there; return the files that somebody changed since, which stay so."""
    stuck = []
    for file in reversed(plan["files"]):
        try:
            restored = _restore(record, file)
        except OSError:
            restored = False
        if not restored:
            stuck.append(file["path"])
        _remove(file["staged"])
        _remove(file["kept"])
    for folder in reversed(plan["folders"]):
        with contextlib.suppress(OSError):
            os.rmdir(folder)
    return stuck


def _restore(record: str, file: dict[str, Any]) -> bool:
    target, kept = file["target"], file["kept"]
    now = digest(target)
    if os.path.lexists(kept):
        if now not in (file["new"], file["old"]):
            return False
        if not (os.path.lexists(target) and os.path.samefile(kept, target)):
            os.replace(kept, target)
        return True
    if now == file["old"]:
        return True
    if now != file["new"]:
        return True  # not touched by us: what is there is the user's
    if file["old"] is None:
        os.unlink(target)
        return True
    with open(f"{record}/old/{file['number']}", "rb") as source:
        data = source.read()
    _remove(file["staged"])
    _write(file["staged"], data, target if file["new"] is not None else None, file["mode"])
    os.replace(file["staged"], target)
    return True


def _end(
    record: str, plan: dict[str, Any], outcome: dict[str, Any], on_step: Step = lambda _: None
) -> None:
    _put(f"{record}/outcome.json", json.dumps(outcome).encode())
    on_step("decided")
    for file in plan["files"]:
        _remove(file["kept"])
        _remove(file["staged"])
        on_step("cleaned")
    _remove(plan["pointer"])


def _write(place: str, data: bytes, like: str | None, mode: int | None) -> None:
    """Write a new file and wait for the disk; mode, owner and attributes as those of `like`."""
    handle = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
    with open(handle, "wb") as file:
        file.write(data)
        file.flush()
        _take_after(handle, place, like)
        if mode is not None:
            os.fchmod(handle, mode)
        os.fsync(handle)


def _take_after(handle: int, place: str, like: str | None) -> None:
    model = os.stat(like or os.path.dirname(place))
    if like or os.geteuid() == 0:
        # Root working in somebody's folder leaves files that are theirs.
        with contextlib.suppress(OSError):
            os.fchown(handle, model.st_uid, model.st_gid)
    for name in _attributes(like):
        with contextlib.suppress(OSError):
            os.setxattr(handle, name, os.getxattr(like or "", name))


def _attributes(like: str | None) -> Iterator[str]:
    if like and hasattr(os, "listxattr"):
        with contextlib.suppress(OSError):
            yield from os.listxattr(like)


def digest(place: str) -> str | None:
    """Return the SHA-256 of a file, None where there is none, and a word for anything else."""
    try:
        handle = os.open(place, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        return "unreadable"
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        return "not a file"
    with open(handle, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def _put(place: str, data: bytes) -> None:
    """Write a file of ours so that it is there whole or not at all, also after a power cut."""
    with open(f"{place}.tmp", "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(f"{place}.tmp", place)
    _sync({os.path.dirname(place)})


def _sync(folders: set[str]) -> None:
    for folder in folders:
        with contextlib.suppress(OSError):
            handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)


def _remove(place: str) -> None:
    with contextlib.suppress(OSError):
        os.unlink(place)


def _said(error: BaseException) -> str:
    if isinstance(error, OSError):
        return f"{error.filename or 'the disk'}: {error.strerror or error}"
    return str(error)


if __name__ == "__main__":
    {"switch": switch, "settle": settle}[sys.argv[1]](sys.argv[2])
