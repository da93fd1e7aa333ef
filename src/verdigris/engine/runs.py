"""The folders of runs on this machine: names, locks, and what was left behind by a kill."""

from __future__ import annotations

import contextlib
import fcntl
import json
import secrets
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from verdigris.errors import StoreError, UserError
from verdigris.settings import Settings

FLAGS = "flags.json"


def new_run_id(clock: Callable[[], float] = time.time) -> str:
    return time.strftime("%y%m%d-%H%M%S", time.gmtime(clock())) + "-" + secrets.token_hex(3)


def run_folder(settings: Settings, run_id: str) -> Path:
    return settings.paths.data / "runs" / run_id


def find_run(settings: Settings, name: str) -> str:
    """Return the id of the run that `name` is, or begins; `last` is the newest.

    Raises UserError when it is not one.
    """
    home = settings.paths.data / "runs"
    names = [folder.name for folder in home.glob("*") if (folder / "checkpoints.db").is_file()]
    if name == "last" and names:
        return max(names)  # ids begin with the time
    found = [run_id for run_id in names if run_id == name] or [
        run_id for run_id in names if name and run_id.startswith(name)
    ]
    if len(found) == 1:
        return found[0]
    if found:
        raise UserError(f"'{name}' could be any of: {', '.join(sorted(found))}.")
    raise UserError(
        f"There is no run {name} on this machine.",
        hint="`verdigris runs` lists the runs of this machine.",
    )


def make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"{folder} cannot be made: {error}.",
            hint="VERDIGRIS_PATHS__DATA names another place for runs.",
        ) from None


@contextlib.contextmanager
def only_one(folder: Path) -> Iterator[None]:
    """Let one process at a time work on a run. The lock goes with the process, even if killed."""
    with (folder / "lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise UserError(
                f"Another process is working on run {folder.name}.", hint="Wait for it to end."
            ) from None
        sweep(folder.name)
        try:
            yield
        finally:
            sweep(folder.name)


def is_alive(settings: Settings, run_id: str) -> bool:
    """Tell whether a process is working on a run now."""
    try:
        with (run_folder(settings, run_id) / "lock").open() as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False


def sweep(run_id: str) -> None:
    """Remove the throw-away copies that a killed process could not remove itself."""
    for left in Path(tempfile.gettempdir()).glob(f"verdigris-{run_id}-*"):
        shutil.rmtree(left, ignore_errors=True)


def keep_flags(settings: Settings, run_id: str, flags: Mapping[str, Any]) -> None:
    """Keep what was said on the command line, so that a resume need not say it again."""
    folder = run_folder(settings, run_id)
    make_folder(folder)
    given = {name: value for name, value in flags.items() if value is not None}
    (folder / FLAGS).write_text(json.dumps(given), "utf-8")


def merged_flags(settings: Settings, run_id: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return a run's flags with those of now on top."""
    now = {name: value for name, value in given.items() if value is not None}
    if {"models.default", "models.fast", "models.strong"} & set(now):
        now.setdefault("models.enabled", True)  # naming a model takes an earlier --no-llm back
    return {**kept_flags(settings, run_id), **now}


def kept_flags(settings: Settings, run_id: str) -> dict[str, Any]:
    try:
        kept = json.loads((run_folder(settings, run_id) / FLAGS).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return kept if isinstance(kept, dict) else {}
