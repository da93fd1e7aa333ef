"""What the command line reads: runs in short, and one run with all that is known of it.

Read models only, in plain values that turn into JSON; nothing here writes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from verdigris.core.value import Value
from verdigris.errors import UserError
from verdigris.store.database import Database
from verdigris.store.tables import IterationRow, RunRow, StepRow
from verdigris.store.types import storable

_LISTED = "`verdigris runs` lists the runs that are known."
_USED = ("tokens_in", "tokens_out", "cost", "unpriced_calls", "seconds")


class RunSummary(Value):
    id: str
    job: str
    goal: str
    root: str
    status: str
    reason: str
    models: tuple[str, ...]
    iterations: int
    tokens_in: int
    tokens_out: int
    cost: float
    """US dollars, of the calls whose price is known."""
    unpriced_calls: int
    seconds: float
    started_at: float
    updated_at: float
    finished_at: float | None


class StepView(Value):
    step: str
    seconds: float
    tokens_in: int
    tokens_out: int
    cost: float
    summary: str
    started_at: float


class IterationView(Value):
    number: int
    green: bool | None
    verdict: str | None
    signature: str | None
    fingerprint: str | None
    trend: str | None
    lesson: str | None
    steps: tuple[StepView, ...] = ()


class RunDetails(RunSummary):
    diff: str
    rounds: tuple[IterationView, ...]
    """The iterations, each with its steps in the order they were done."""


async def list_runs(
    database: Database, limit: int = 20, offset: int = 0, job: str = ""
) -> list[RunSummary]:
    """Return runs, of one job or of all, the newest first. Raises StoreError."""
    statement = (
        select(*_summary_columns())
        .order_by(RunRow.started_at.desc(), RunRow.id)
        .limit(limit)
        .offset(offset)
    )
    if job:
        statement = statement.where(RunRow.job == job)
    async with database.read() as connection:
        found = (await connection.execute(statement)).all()
        return [RunSummary(**run) for run in await _with_use(connection, found)]


async def get_run(database: Database, name: str) -> RunDetails:
    """Return one run by its id or by the beginning of it that no other run shares.

    Raises UserError when no run or more than one fits, StoreError.
    """
    async with database.read() as connection:
        run_id = await _find(connection, name)
        found = (
            await connection.execute(
                select(*_summary_columns(), RunRow.diff).where(RunRow.id == run_id)
            )
        ).all()
        [run] = await _with_use(connection, found)
        return RunDetails(**run, rounds=await _rounds(connection, run_id))


def _summary_columns() -> list[Any]:
    rounds = select(func.count()).where(IterationRow.run_id == RunRow.id).scalar_subquery()
    names = [name for name in RunSummary.model_fields if name != "iterations"]
    return [*(getattr(RunRow, name) for name in names), rounds.label("iterations")]


async def _with_use(
    connection: AsyncConnection, found: Sequence[Row[*tuple[Any, ...]]]
) -> list[dict[str, Any]]:
    """Give runs that are still going what their steps have used so far."""
    runs = [dict(row._mapping) for row in found]
    going = [run["id"] for run in runs if run["status"] == "running"]
    if not going:
        return runs
    sums = [func.sum(getattr(StepRow, name)).label(name) for name in _USED]
    statement = (
        select(StepRow.run_id, *sums).where(StepRow.run_id.in_(going)).group_by(StepRow.run_id)
    )
    used = {row.run_id: row._mapping for row in await connection.execute(statement)}
    for run in runs:
        if so_far := used.get(run["id"]):
            run.update({name: so_far[name] for name in _USED})
    return runs


async def _find(connection: AsyncConnection, name: str) -> str:
    name = storable(name)
    # Not LIKE: it would take `_` and `%` in the name for wildcards, and ignore case.
    begins = func.substr(RunRow.id, 1, len(name)) == name
    statement = select(RunRow.id).where(begins).order_by(RunRow.started_at.desc()).limit(11)
    fitting = list(await connection.scalars(statement)) if name else []
    if name in fitting or await connection.scalar(select(RunRow.id).where(RunRow.id == name)):
        return name
    if len(fitting) == 1:
        return fitting[0]
    if not fitting:
        raise UserError(f"No run is called '{name}'.", hint=_LISTED)
    shown = ", ".join(fitting[:10]) + (", …" if len(fitting) > 10 else "")
    raise UserError(
        f"More than one run begins with '{name}': {shown}.", hint="Give more of the id."
    )


async def _rounds(connection: AsyncConnection, run_id: str) -> tuple[IterationView, ...]:
    steps: dict[int, list[StepView]] = {}
    columns = [getattr(StepRow, name) for name in StepView.model_fields]
    statement = (
        select(StepRow.iteration, *columns)
        .where(StepRow.run_id == run_id)
        .order_by(StepRow.iteration, StepRow.started_at, StepRow.finished_at)
    )
    for row in await connection.execute(statement):
        view = {name: row._mapping[name] for name in StepView.model_fields}
        steps.setdefault(row.iteration, []).append(StepView(**view))
    names = [name for name in IterationView.model_fields if name != "steps"]
    iterations = await connection.execute(
        select(*(getattr(IterationRow, name) for name in names))
        .where(IterationRow.run_id == run_id)
        .order_by(IterationRow.number)
    )
    return tuple(
        IterationView(**row._mapping, steps=tuple(steps.get(row.number, ()))) for row in iterations
    )
