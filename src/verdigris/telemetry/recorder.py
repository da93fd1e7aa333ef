"""Writes the event stream to the database: what `verdigris runs` shows and later runs learn from.

One transaction a step, when the step has finished, because the loop waits for it; what it adds to
the knowledge graph is part of it. Every row's key is made from run, iteration and step, so a step
that is done again after a kill replaces its own rows. Cards are not written here: the remember step
does that, through a MemoryStore.
"""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, delete, update

from verdigris.core.events import Event, RunFinished, RunStarted, StepFinished, StepStarted
from verdigris.core.graph import Facts
from verdigris.graph.facts import Project, StepFacts, of_end, of_start
from verdigris.graph.letters import Scribe
from verdigris.store import rows
from verdigris.store.database import Database
from verdigris.store.rows import Row, StepRows
from verdigris.store.tables import FailureRow, IterationRow, MetricRow, RunRow, StepRow, Table
from verdigris.store.upserts import upsert


class Recorder:
    """A Listener. One recorder may hear several runs, one after the other or interleaved."""

    def __init__(self, database: Database, graph: Scribe | None = None) -> None:
        self._database = database
        self._graph = graph or Scribe()
        self._open: dict[str, tuple[StepRows, StepFacts]] = {}
        self._projects: dict[str, Project] = {}
        self._known: set[str] = set()
        """Runs that surely have a row, so that the others can refer to it."""

    async def hear(self, event: Event) -> None:
        """Take in one event. May raise StoreError, and nothing else."""
        if isinstance(event, RunStarted):
            self._open.pop(event.run_id, None)
            self._projects[event.run_id] = Project(event.task)
            await self._write_run(rows.run_at_start(event), "start", of_start(event))
        elif isinstance(event, RunFinished):
            self._open.pop(event.run_id, None)
            await self._write_run(rows.run_at_end(event), "end", of_end(event))
        elif event.step:
            await self._hear_step(event)

    async def _hear_step(self, event: Event) -> None:
        current = self._open.get(event.run_id)
        if current is None or isinstance(event, StepStarted) or not current[0].covers(event):
            project = self._projects.get(event.run_id) or Project()
            current = self._open[event.run_id] = StepRows(event), StepFacts(event, project)
        for each in current:
            each.take(event)
        if isinstance(event, StepFinished):
            await self._write_step(*current)
            del self._open[event.run_id]

    async def _write_run(self, row: Row, when: str, facts: Facts) -> None:
        def work(connection: Connection) -> None:
            _put(connection, RunRow, [row], keep=("started_at",))
            self._graph.write(connection, f"run {row['id']} {when}", facts)

        await self._database.transact(work)
        self._known.add(row["id"])

    async def _write_step(self, step: StepRows, facts: StepFacts) -> None:
        run_id = step.place["run_id"]
        unheard = run_id not in self._known
        key = "step {run_id} {iteration} {step}".format_map(step.place)

        def work(connection: Connection) -> None:
            _put_step(connection, step, unheard)
            self._graph.write(connection, key, facts.facts)

        await self._database.transact(work)
        self._known.add(run_id)


_TOUCH = update(RunRow).where(RunRow.id == bindparam("run")).values(updated_at=bindparam("at"))
_FORGET = tuple(
    delete(row).where(
        row.run_id == bindparam("run_id"),
        row.iteration == bindparam("iteration"),
        row.step == bindparam("step"),
    )
    for row in (MetricRow, FailureRow)
)


def _put_step(connection: Connection, step: StepRows, unheard: bool) -> None:
    run_id, at = step.place["run_id"], step.step["finished_at"]
    if unheard:
        _put(connection, RunRow, [rows.run_unknown(run_id, at)], keep=None)
    connection.execute(_TOUCH, {"run": run_id, "at": at})
    # What an earlier try of this step left may differ from what this one says.
    for statement in _FORGET:
        connection.execute(statement, step.place)
    _put(connection, IterationRow, [step.iteration], keep=("started_at",))
    _put(connection, StepRow, [step.step])
    _put(connection, FailureRow, step.failures, keep=None)
    _put(connection, MetricRow, step.metrics)


def _put(
    connection: Connection, row: type[Table], values: list[Row], keep: tuple[str, ...] | None = ()
) -> None:
    """Insert, or update all but what is to be kept; None leaves a row that is there as it is."""
    if values:
        changes = () if keep is None else tuple(name for name in values[0] if name not in keep)
        connection.execute(upsert(connection.dialect.name, row, changes), values)
