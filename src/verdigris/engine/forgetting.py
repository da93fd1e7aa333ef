"""Removing the record of runs: their folders, their rows, and what the graph here says of them.

What they taught is `memory/keeping`. The bill of the day stays; it holds no word of a run.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, delete, select

from verdigris.core.lesson import Card
from verdigris.core.value import Value
from verdigris.edits.journal import settle
from verdigris.engine.runs import is_alive, only_one, run_folder
from verdigris.errors import StoreError, UserError
from verdigris.graph.letters import Scribe
from verdigris.settings import Settings
from verdigris.store.database import Database
from verdigris.store.tables import (
    ApprovalRow,
    FailureRow,
    IterationRow,
    MetricRow,
    RunRow,
    StepRow,
)

_AT_ONCE = 400
_NAME = re.compile(r"\w[\w.-]*")
"""Of a run. A card could name a folder anywhere."""


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
    return _left(settings, {*about, *(card.run_id for card in cards if not card.foreign)}, known)


async def every_trace(database: Database, settings: Settings) -> list[Trace]:
    known = await _known(database)
    folders = (settings.paths.data / "runs").glob("*")
    return _left(settings, {*known, *(folder.name for folder in folders)}, known)


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


async def remove(database: Database, settings: Settings, traces: Sequence[Trace]) -> None:
    """Remove runs for good; doing it again after a kill removes the rest.

    The database's file still holds their bytes until it is rewritten (`keeping.wipe`). Raises
    UserError for a run that is being worked on, StoreError.
    """
    for trace in traces:
        if trace.folder:
            _remove_folder(Path(trace.folder), trace.root, settings.paths.data)
    ids = [trace.run_id for trace in traces]
    for start in range(0, len(ids), _AT_ONCE):
        some = ids[start : start + _AT_ONCE]
        await database.transact(partial(_drop, ids=some))


def _remove_folder(folder: Path, root: str, data: Path) -> None:
    if root:
        settle(Path(root), data)  # what it left half written can be taken back only now
    try:
        with only_one(folder):
            shutil.rmtree(folder)
    except OSError as error:
        raise StoreError(
            f"{folder} cannot be removed: {error.strerror or error}.",
            hint="Remove it by hand, then do this again.",
        ) from None


def _drop(connection: Connection, ids: Sequence[str]) -> None:
    for table in (IterationRow, StepRow, FailureRow, MetricRow, ApprovalRow):
        connection.execute(delete(table).where(table.run_id.in_(ids)))
    connection.execute(delete(RunRow).where(RunRow.id.in_(ids)))
    Scribe().forget_runs(connection, ids)
