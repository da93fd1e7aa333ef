"""The files of evals, below the data folder. What is finished is one whole file, or is not there.

evals/outcomes/KEY.json     a finished job, by the key of all that decides how it ends
evals/memory/KEY/           what a stream remembers after that job, until the stream is through
evals/ID/plan.json          what an eval was asked to do
evals/ID/results.json       what it came to, so far
"""

from __future__ import annotations

import contextlib
import os
import platform
import secrets
import shutil
from pathlib import Path
from typing import TypeVar

from pydantic import Field, ValidationError

from verdigris import __version__
from verdigris.core.text import one_line
from verdigris.core.value import FORMAT, Value
from verdigris.engine.runs import make_folder
from verdigris.errors import StoreError, UserError
from verdigris.evals.outcome import Outcome
from verdigris.evals.plan import Plan
from verdigris.settings import Settings

V = TypeVar("V", bound=Value)
PLAN, RESULTS = "plan.json", "results.json"
_NOT_RESULTS = "Name the results.json of an eval; what --json prints does not hold all of it."


class Machine(Value):
    """Where and with what figures were taken: they mean little without it."""

    verdigris: str = __version__
    code: str = ""
    python: str = platform.python_version()
    system: str = f"{platform.system()} {platform.machine()}"
    cores: int = os.cpu_count() or 1
    at_once: int = 0
    """Jobs at a time in the last sitting, which share the cores; 0 where all was done already, or
    an older version did not say."""


class Record(Value):
    """An eval and what it came to."""

    format: int = FORMAT
    id: str
    plan: Plan
    suite: str
    """Its name."""
    machine: Machine = Machine()
    started_at: float = 0.0
    seconds: float = 0.0
    jobs: int = 0
    """How many there are altogether; fewer outcomes mean that it was stopped."""
    cached: int = 0
    """Outcomes that were there already."""
    stopped: str = ""
    """Why not all jobs were done."""
    outcomes: tuple[Outcome, ...] = Field((), repr=False)

    @property
    def complete(self) -> bool:
        return len(self.outcomes) == self.jobs


class Home:
    def __init__(self, settings: Settings) -> None:
        self.folder = settings.paths.data / "evals"
        self.database_url = settings.database_url
        """Where what they came to is written down too; see `recording`."""

    def outcome(self, key: str) -> Outcome | None:
        """Return a finished job; None where it is not, or was written by another version."""
        try:
            return Outcome.model_validate_json(self.path_of(key).read_bytes())
        except (OSError, ValidationError):
            return None

    def path_of(self, key: str) -> Path:
        return self.folder / "outcomes" / f"{key}.json"

    def memory_of(self, key: str) -> Path:
        return self.folder / "memory" / key

    def keep(self, outcome: Outcome) -> None:
        write_whole(self.path_of(outcome.key), outcome.model_dump_json())

    def forget(self, key: str) -> None:
        """Remove a job that was finished, and what was remembered after it."""
        self.path_of(key).unlink(missing_ok=True)
        shutil.rmtree(self.memory_of(key), ignore_errors=True)

    def keep_memory(self, key: str, data: Path) -> None:
        """Keep what is remembered after a job: its data folder without the folders of runs."""
        target = self.memory_of(key)
        shutil.rmtree(target, ignore_errors=True)
        draft = target.with_name(f"{key}.{secrets.token_hex(4)}")
        draft.mkdir(parents=True)
        if data.is_dir():
            for path in data.iterdir():
                if path.is_file():
                    shutil.copy(path, draft / path.name)
        draft.rename(target)

    def begin(self, plan: Plan, name: str) -> None:
        """Note what an eval is to do, unless that is known: then it goes on."""
        if not self.begun(name):
            write_whole(self.folder / name / PLAN, plan.model_dump_json(indent=2))

    def begun(self, name: str) -> bool:
        return (self.folder / name / PLAN).is_file()

    def save(self, record: Record) -> Path:
        path = self.folder / record.id / RESULTS
        write_whole(path, record.model_dump_json(indent=1))
        return path

    def find(self, name: str) -> Path:
        """Return the folder of an eval, by its id or the beginning of it; `last` is the newest.

        Raises UserError when it is not one.
        """
        paths = sorted(self.folder.glob(f"*/{PLAN}"), key=lambda path: path.stat().st_mtime_ns)
        ids = [path.parent.name for path in paths]
        found = [one for one in ids if one == name] or [
            one for one in ids if name and one.startswith(name)
        ]
        if name == "last":
            found = ids[-1:]
        if len(found) > 1:
            raise UserError(f"'{name}' could be any of: {', '.join(found)}.")
        if not found:
            raise UserError(
                f"There is no eval {name} on this machine.",
                hint="`verdigris eval list` has those there are.",
            )
        return self.folder / found[0]

    def plan(self, name: str) -> tuple[str, Plan]:
        """Return an eval's id and its plan. Raises UserError, StoreError."""
        folder = self.find(name)
        return folder.name, _read(folder / PLAN, Plan)

    def record(self, name: str) -> Record:
        """Return what an eval came to; `name` may also be a results file. Raises UserError."""
        if name.endswith(".json") and Path(name).is_file():
            return _read(Path(name), Record, _NOT_RESULTS)
        folder = self.find(name)
        if not (folder / RESULTS).is_file():
            raise UserError(
                f"The eval {folder.name} has no results yet.",
                hint=f"Go on with: verdigris eval run --resume {folder.name}",
            )
        return _read(folder / RESULTS, Record)

    def records(self) -> list[Record]:
        """Return all evals with results, the newest first; what cannot be read is left out."""
        found = []
        for path in self.folder.glob(f"*/{RESULTS}"):
            with contextlib.suppress(StoreError):
                found.append(_read(path, Record))
        return sorted(found, key=lambda record: record.started_at, reverse=True)


def write_whole(path: Path, text: str) -> None:
    """Write a file so that a reader, or a kill at any moment, never meets half of it."""
    make_folder(path.parent)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with draft.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise StoreError(f"{path} cannot be written: {error.strerror or error}.") from None


def _read(path: Path, kind: type[V], hint: str = "Run the eval again.") -> V:
    try:
        return kind.model_validate_json(path.read_bytes())
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {error.strerror or error}.") from None
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise StoreError(
            f"{path} is damaged or of another version: {where}: {one_line(first['msg'])}.",
            hint=hint,
        ) from None
