"""Removing the record of runs: their folders, their rows, and what the graph here says of them.

What their cards taught is `memory/keeping`; what they taught without one goes here. The bill of the
day stays; it holds no word of a run.
"""

from __future__ import annotations

import contextlib
import json
import re
import shutil
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, delete, select

from verdigris.core.lesson import Card
from verdigris.core.task import Task
from verdigris.core.value import Value
from verdigris.edits.journal import settle
from verdigris.engine.runs import is_alive, only_one, run_folder
from verdigris.errors import StoreError, UserError
from verdigris.graph.letters import Scribe
from verdigris.memory.base import use_key
from verdigris.memory.owned import drop_owned
from verdigris.settings import Settings
from verdigris.store.database import Database
from verdigris.store.tables import (
    ApprovalRow,
    CardRow,
    CardUseRow,
    FailureRow,
    IterationRow,
    MetricRow,
    MissRow,
    PatternSourceRow,
    RunRow,
    StepRow,
    TalliedRow,
)

_AT_ONCE = 400
_NAME = re.compile(r"\w[\w.-]*")
"""Of a run. A card could name a folder anywhere."""
_USUAL = re.compile(r"\d{6}-\d{6}-[0-9a-f]{6}")
"""How runs are called, unless a caller chose."""


class Trace(Value):
    """What is left of a run on this machine."""

    run_id: str
    job: str = ""
    root: str = ""
    """The project it was about; empty where the database does not know the run."""
    folder: str = ""
    """Empty where there is none any more."""
    wrote: bool = False
    """Whether it wrote to the user's files, which only its folder can take back."""


async def traces_of(
    database: Database, settings: Settings, cards: Sequence[Card], root: str = ""
) -> list[Trace]:
    """Return what is left of the runs that cards came from, and of those about a folder."""
    known = await _known(database)
    about = [name for name, row in known.items() if root and row.root == root]
    own = [card for card in cards if not card.foreign]
    came = {*about, *(card.run_id for card in own), *await _again(database, own, known)}
    return _left(settings, [one for one in came if _is_here(database, settings, one)], known)


async def _again(database: Database, cards: Sequence[Card], known: dict[str, Any]) -> set[str]:
    """Return further runs that did the same to the same project: their card is kept once."""
    projects = {card.id: card.project for card in cards}
    ids, found = list(projects), set()
    async with database.read() as connection:
        for start in range(0, len(ids), _AT_ONCE):
            some = CardUseRow.card.in_(ids[start : start + _AT_ONCE])
            uses = select(CardUseRow.card, CardUseRow.key).where(some, CardUseRow.exact.is_(True))
            for card, key in await connection.execute(uses):
                row = known.get(run_id := _run_of(key))
                if row is not None and Task(root=row.root).project == projects[card]:
                    found.add(run_id)
    return found


def _run_of(key: str) -> str:
    """Return the run of an iteration's key, as `use_key` makes it; nothing for other keys."""
    return key.removeprefix("run ").rpartition(" ")[0] if key.startswith("run ") else ""


async def every_trace(database: Database, settings: Settings) -> list[Trace]:
    """Return what is left of all runs of this machine; other folders beside them are not ours."""
    known = await _known(database)
    folders = (settings.paths.data / "runs").glob("*")
    unknown = (folder.name for folder in folders if _is_of_a_run(folder))
    own = (name for name in known if _is_here(database, settings, name))
    return _left(settings, {*own, *unknown}, known)


async def run_trace(database: Database, settings: Settings, run_id: str) -> list[Trace]:
    """Return what is left of a run, if anything is; it may be known to the database alone."""
    known = await _known(database)
    ours = run_id in known or (
        _NAME.fullmatch(run_id) is not None and _is_of_a_run(run_folder(settings, run_id))
    )
    return _left(settings, [run_id], known) if ours else []


def _is_here(database: Database, settings: Settings, run_id: str) -> bool:
    """Tell whether a run is this machine's: a server knows others too, with folders elsewhere."""
    return database.dialect == "sqlite" or (
        _NAME.fullmatch(run_id) is not None and run_folder(settings, run_id).is_dir()
    )


def _is_of_a_run(folder: Path) -> bool:
    return bool(_USUAL.fullmatch(folder.name)) or (folder / "checkpoints.db").is_file()


async def _known(database: Database) -> dict[str, Any]:
    async with database.read() as connection:
        found = await connection.execute(select(RunRow.id, RunRow.job, RunRow.root))
        return {row.id: row for row in found}


def _left(settings: Settings, ids: Iterable[str], known: dict[str, Any]) -> list[Trace]:
    found = []
    for run_id in sorted(ids):
        folder = run_folder(settings, run_id)
        there = _NAME.fullmatch(run_id) is not None and folder.is_dir() and not folder.is_symlink()
        row = known.get(run_id)
        if there or row is not None:
            found.append(
                Trace(
                    run_id=run_id,
                    job=row.job if row else "",
                    root=row.root if row else "",
                    folder=str(folder) if there else "",
                    wrote=there and (folder / "writes").is_dir(),
                )
            )
    return found


def require_idle(settings: Settings, traces: Sequence[Trace]) -> None:
    """Raise UserError where a process is still working on one of them."""
    if at_work := [one.run_id for one in traces if one.folder and is_alive(settings, one.run_id)]:
        raise UserError(
            f"The run {at_work[0]} is being worked on.", hint="Wait for it to end; nothing is gone."
        )


async def remove(database: Database, settings: Settings, traces: Sequence[Trace]) -> int:
    """Remove runs for good; doing it again after a kill removes the rest. Return how many templates
    went along, which only these runs had taught, and no card of theirs.

    The database's file still holds their bytes until it is rewritten (`keeping.wipe`). Raises
    UserError for a run that is being worked on, or had left files half written; StoreError.
    """
    folders = {Path(trace.folder): trace.root for trace in traces if trace.folder}
    for folder, root in folders.items():
        _settle(folder, root, settings.paths.data)
    for folder in folders:
        _remove_folder(folder)
    ids, gone = [trace.run_id for trace in traces], 0
    for start in range(0, len(ids), _AT_ONCE):
        some = ids[start : start + _AT_ONCE]
        gone += await database.transact(partial(_drop, ids=some))
    return gone


def _settle(folder: Path, root: str, data: Path) -> None:
    """Take back what a run left half written, which can be done only now; stop where there was."""
    for place in sorted({root, *_written(folder)} - {""}):
        if said := settle(Path(place), data):
            raise UserError(
                said, hint=f"Look at {place} first; the record of {folder.name} is still there."
            )


def _written(folder: Path) -> Iterator[str]:
    """Yield the projects that a run wrote to; the database may not know them."""
    for record in folder.glob("writes/*/record.json"):
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            yield str(json.loads(record.read_bytes())["root"])


def _remove_folder(folder: Path) -> None:
    try:
        with only_one(folder):
            shutil.rmtree(folder)
    except OSError as error:
        raise StoreError(
            f"{folder} cannot be removed: {error.strerror or error}.",
            hint="Remove it by hand, then do this again.",
        ) from None


def _drop(connection: Connection, ids: Sequence[str]) -> int:
    for table in (IterationRow, StepRow, FailureRow, MetricRow, ApprovalRow):
        connection.execute(delete(table).where(table.run_id.in_(ids)))
    connection.execute(delete(RunRow).where(RunRow.id.in_(ids)))
    Scribe().forget_runs(connection, ids)
    return drop_owned(connection, _without_card(connection, ids))


def _without_card(connection: Connection, ids: Sequence[str]) -> set[str]:
    """Return the iterations of runs that taught something and have no card of their own."""
    own = (CardRow.run_id.in_(ids), CardRow.foreign.is_(False))
    cards = connection.execute(select(CardRow.run_id, CardRow.iteration).where(*own))
    runs, carded = set(ids), {use_key(*row) for row in cards}
    taught = {
        key
        for table in (MissRow, TalliedRow, PatternSourceRow)
        for key in connection.scalars(select(table.key).distinct())
        if _run_of(key) in runs
    }
    return taught - carded
