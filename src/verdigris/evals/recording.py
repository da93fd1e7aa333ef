"""Evals in the database: their figures and a row for every job, beside those of other machines.

The files below the data folder stay the truth, and hold what is too long for a table. Writing an
eval again replaces what stood there, so a resumed one is there once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError
from sqlalchemy import Connection, delete, insert, select

from verdigris.core.value import Value
from verdigris.evals.figures.metrics import Summary, summarise
from verdigris.evals.figures.shares import Figure, share
from verdigris.evals.reports.data import row
from verdigris.store.database import Database
from verdigris.store.eval_tables import EvalJobRow, EvalRow
from verdigris.store.rows import use_columns

if TYPE_CHECKING:
    from verdigris.evals.keeping import Record
    from verdigris.evals.outcome import Outcome

_COLUMNS = ("task", "run", "family", "verdict", "ended", "claimed", "solved", "right", "iterations",
            "seconds", "tier")  # fmt: skip


class Listed(Value):
    """An eval in short."""

    id: str
    suite: str
    entrant: str
    jobs: int
    done: int
    started_at: float
    solved: Figure
    right: Figure


def listed(record: Record) -> Listed:
    can = [one for one in record.outcomes if one.expect != "not_green"]
    return Listed(
        id=record.id, suite=record.suite, entrant=record.plan.label, jobs=record.jobs,
        done=len(record.outcomes), started_at=record.started_at,
        # Not the whole summary: its bootstraps made listing a dozen evals twice as slow.
        solved=share("solved", can, lambda one: one.solved),
        right=share("right", can, lambda one: one.right),
    )  # fmt: skip


async def put_down(record: Record, url: str) -> None:
    """Write what an eval came to, in place of what it had come to before. Raises StoreError."""
    summary = summarise(record.outcomes).model_dump(mode="json")
    document = record.model_dump(mode="json", include={"format", "plan", "machine", "cached"})
    head = {
        "id": record.id, "suite": record.suite, "entrant": record.plan.label,
        "started_at": record.started_at, "seconds": record.seconds, "jobs": record.jobs,
        "done": len(record.outcomes), "stopped": record.stopped,
        "document": {**document, "summary": summary},
    }  # fmt: skip
    jobs = [_job(record.id, one) for one in record.outcomes]

    def write(connection: Connection) -> None:
        connection.execute(delete(EvalJobRow).where(EvalJobRow.eval_id == record.id))
        connection.execute(delete(EvalRow).where(EvalRow.id == record.id))
        connection.execute(insert(EvalRow), head)
        if jobs:
            connection.execute(insert(EvalJobRow), jobs)

    async with await Database.open(url) as database:
        await database.transact(write)


async def stored(url: str, limit: int) -> list[Listed]:
    """Return the newest evals of all who write to a database; what cannot be read is left out.

    Raises StoreError.
    """
    newest = select(EvalRow).order_by(EvalRow.started_at.desc(), EvalRow.id).limit(limit)
    async with await Database.open(url) as database, database.read() as connection:
        rows: Sequence[Any] = (await connection.execute(newest)).all()
    return [found for one in rows if (found := _read(one))]


def _job(eval_id: str, one: Outcome) -> dict[str, Any]:
    document = row(one)
    columns = {name: document[name] for name in _COLUMNS}
    return {"eval_id": eval_id, **columns, **use_columns(one.told.use), "document": document}


def _read(one: Any) -> Listed | None:
    try:
        summary = Summary.model_validate((one.document or {}).get("summary"))
    except (ValidationError, AttributeError):
        return None
    return Listed(
        id=one.id, suite=one.suite, entrant=one.entrant, jobs=one.jobs, done=one.done,
        started_at=one.started_at,
        solved=summary.figure("solved") or Figure(name="solved", value=None),
        right=summary.figure("right") or Figure(name="right", value=None),
    )  # fmt: skip
