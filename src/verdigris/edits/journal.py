"""Writing to the user's files through a journal: all of a change or none of it, whoever is killed.

Here the record is made, the switching process started and its outcome read; the switch itself is
`switch`. Records stay in the run's folder: they are what `undo` undoes and `show` tells of.

    RUN/writes/NNN/              one record per writing, see `switch`
    DATA/projects/KEY/lock       held while a project is written to, also by the switching process
    DATA/projects/KEY/open       the record that is being carried out, if any
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import secrets
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from verdigris.core.value import FORMAT, Value
from verdigris.errors import StoreError, UserError

_SWITCH = Path(__file__).with_name("switch.py")
_WAIT = 20.0
"""Seconds to wait for another process that writes to the same project."""
Kind = Literal["apply", "undo"]


@dataclass(frozen=True)
class Desk:
    """Where the records of one run are kept, and the locks of all."""

    run: Path
    data: Path
    on_step: Callable[[str], None] = lambda _: None
    """Hears how far a writing has come; for tests that end the process there."""


@dataclass(frozen=True)
class Swap:
    """One file, from what it is to what it shall be; None stands for no file."""

    path: str
    target: Path
    """Where the bytes are: the path itself, or what it is a link to."""
    old: bytes | None
    new: bytes | None
    mode: int | None = None
    """Of the new file; None for whatever is usual here."""


class Written(Value):
    path: str
    target: str
    old: str | None
    """SHA-256 of what was there before; None when there was no file."""
    new: str | None
    mode: int | None = None


class Record(Value):
    """One writing to a project, as it was carried out."""

    format: int = FORMAT
    number: int
    run_id: str
    kind: Kind
    root: str
    at: float
    token: str
    pointer: str
    merged: bool = False
    """Whether other work was in the files, so that this is not the run's change exactly."""
    commit: str = ""
    """The commit that was made of it in the user's repository, if one was."""
    branch: str = ""
    """The branch that was made for that commit; then no file was written."""
    files: tuple[Written, ...] = ()
    folders: tuple[str, ...] = ()
    """Folders that had to be made for it."""

    def held(self, run: Path, index: int, side: Literal["old", "new"]) -> bytes | None:
        """Return the bytes of a file before or after."""
        if getattr(self.files[index], side) is None:
            return None
        return (run / "writes" / f"{self.number:03d}" / side / str(index)).read_bytes()


def records(run: Path) -> list[Record]:
    """Return what was written for a run, in order; what came to nothing is left out."""
    return [
        Record.model_validate_json((place / "record.json").read_bytes())
        for place in _places(run)
        if (_outcome(place) or {}).get("state") == "done"
    ]


def settle(root: Path, data: Path) -> str:
    """Take back what a kill left half written in a project; say so, or return an empty string."""
    home = _home(root, data)
    if not (home / "open").exists():
        return ""
    with _lock(home, root) as handle:
        return _settle(home, handle)


@contextlib.contextmanager
def open_journal(root: Path, desk: Desk) -> Iterator[Journal]:
    """Let one process at a time write to a project; what a kill left half done is settled first."""
    home = _home(root, desk.data)
    try:
        home.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"Nothing was written: {error}.") from None
    with _lock(home, root) as handle:
        _settle(home, handle)
        yield Journal(root, desk, home / "open", handle)


class Journal:
    def __init__(self, root: Path, desk: Desk, pointer: Path, lock: int) -> None:
        self._root = root
        self._desk = desk
        self._pointer = pointer
        self._lock = lock

    @property
    def run(self) -> Path:
        return self._desk.run

    def write(self, swaps: Sequence[Swap], kind: Kind, **facts: Any) -> Record:
        """Write all the files or none, and keep the record.

        Raises UserError when a file is not what its swap says it is, StoreError when the disk
        refuses; in either case nothing is changed.
        """
        run = self._desk.run
        number = max((int(place.name) for place in _places(run)), default=0) + 1
        record = Record(
            number=number, run_id=run.name, kind=kind, root=str(self._root), at=time.time(),
            token=secrets.token_hex(4), pointer=str(self._pointer),
            files=tuple(_written(swap) for swap in swaps), folders=_missing_folders(swaps), **facts,
        )  # fmt: skip
        place = run / "writes" / f"{number:03d}"
        try:
            _keep(place, record, swaps)
        except OSError as error:
            shutil.rmtree(place, ignore_errors=True)
            raise StoreError(f"Nothing was written: {error}.") from None
        self._desk.on_step("recorded")
        _start("switch", place, self._lock, self._desk.on_step)
        if _outcome(place) is None:
            _start("settle", place, self._lock)
        _require_done(_outcome(place) or {"state": "cut off"}, place)
        return record


def _written(swap: Swap) -> Written:
    return Written(
        path=swap.path,
        target=str(swap.target),
        old=_digest(swap.old),
        new=_digest(swap.new),
        mode=swap.mode,
    )


def _digest(data: bytes | None) -> str | None:
    return None if data is None else hashlib.sha256(data).hexdigest()


def _missing_folders(swaps: Sequence[Swap]) -> tuple[str, ...]:
    missing: set[Path] = set()
    for swap in swaps:
        if swap.new is not None:
            missing.update(folder for folder in swap.target.parents if not folder.exists())
    return tuple(str(folder) for folder in sorted(missing))


def _keep(place: Path, record: Record, swaps: Sequence[Swap]) -> None:
    """Write a record so that it is there whole or not at all."""
    staging = place.with_name(f"{place.name}.making")
    shutil.rmtree(staging, ignore_errors=True)
    try:
        for side in ("old", "new"):
            (staging / side).mkdir(parents=True)
        for index, swap in enumerate(swaps):
            for side, data in (("old", swap.old), ("new", swap.new)):
                if data is not None:
                    _put(staging / side / str(index), data)
        _put(staging / "record.json", json.dumps(record.model_dump()).encode())
        staging.rename(place)
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def _put(place: Path, data: bytes) -> None:
    with place.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _start(
    what: str, place: Path, lock: int, on_step: Callable[[str], None] = lambda _: None
) -> None:
    """Let the switch be done by a process that outlives this one, and wait for it.

    It inherits the lock: even when this process is gone, nobody else begins before it has ended.
    """
    process = subprocess.Popen(
        [sys.executable, "-I", "-S", str(_SWITCH), what, str(place)],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        start_new_session=True, pass_fds=(lock,), cwd="/",
    )  # fmt: skip
    on_step("started")
    process.wait()
    on_step("ended")


def _settle(home: Path, lock: int) -> str:
    pointer = home / "open"
    try:
        place = Path(os.fsdecode(pointer.read_bytes()))
    except FileNotFoundError:
        return ""
    if not (place / "record.json").is_file():
        pointer.unlink(missing_ok=True)  # the run was removed, and with it all that is known
        return ""
    _start("settle", place, lock)
    outcome = _outcome(place) or {}
    if outcome.get("state") == "done":
        return ""
    said = f"A writing of run {place.parents[1].name} had been cut off; it was taken back."
    return f"{said} {_about_stuck(outcome, place)}".strip()


def _outcome(place: Path) -> dict[str, Any] | None:
    try:
        held = json.loads((place / "outcome.json").read_bytes())
    except (OSError, ValueError):
        return None
    return held if isinstance(held, dict) else None


def _require_done(outcome: dict[str, Any], place: Path) -> None:
    state, why = outcome.get("state"), outcome.get("why", "the writing process was killed")
    if state == "done":
        return
    stuck = _about_stuck(outcome, place)
    if state == "moved":
        raise UserError(f"Nothing was written: {why}.", hint=stuck or "Try again.")
    raise StoreError(f"Nothing was written: {why}. What had been begun was taken back.", hint=stuck)


def _about_stuck(outcome: dict[str, Any], place: Path) -> str:
    stuck = outcome.get("stuck") or []
    if not stuck:
        return ""
    return f"These were changed meanwhile and left as they are: {', '.join(stuck)}. See {place}/old"


def _places(run: Path) -> list[Path]:
    return sorted(place for place in (run / "writes").glob("[0-9]*") if place.name.isdigit())


def _home(root: Path, data: Path) -> Path:
    key = hashlib.sha256(os.fsencode(root.resolve())).hexdigest()[:16]
    return data / "projects" / key


@contextlib.contextmanager
def _lock(home: Path, root: Path) -> Iterator[int]:
    handle = os.open(home / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        end = time.monotonic() + _WAIT
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except OSError:
                if time.monotonic() > end:
                    raise UserError(
                        f"Another process is writing to {root}.", hint="Wait for it to end."
                    ) from None
                time.sleep(0.02)
        yield handle
    finally:
        os.close(handle)
