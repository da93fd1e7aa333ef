"""One sitting of a run: what it was opened with, and what its steps are handed. Runs nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from verdigris.checks.approval import Approver, Asker, Nobody, Remembering
from verdigris.core.task import Task
from verdigris.engine.assemble import assemble, find_again
from verdigris.engine.builds import likest
from verdigris.graph.addresses import address
from verdigris.models.base import Model, Seat
from verdigris.proposers.search import Ideas
from verdigris.repair import operators
from verdigris.settings import Machine, Settings
from verdigris.steps.deps import Deps, Halt, no_patterns
from verdigris.suites.base import Suite
from verdigris.telemetry.attempts import AttemptLog
from verdigris.telemetry.bus import Bus, Listener
from verdigris.telemetry.jsonlog import JsonLog

if TYPE_CHECKING:
    from verdigris.engine.sharing import Elsewhere
    from verdigris.graph.letters import Scribe
    from verdigris.memory.likeness.nearness import Nearness
    from verdigris.store.database import Database


@dataclass(frozen=True)
class Options:
    """What is asked of one sitting; the task is the run's, settings are everyone's."""

    run_id: str = ""
    """Name of a new run; made up when empty."""
    resume: str = ""
    """Name of a run to go on with, or its beginning."""
    apply: bool = False
    stop_after: str = ""
    listeners: Sequence[Listener] = ()
    models: Mapping[Seat, Model] | None = None
    """In place of the configured ones; for tests and embedding."""
    approver: Approver = field(default_factory=Nobody)
    """Who is asked what only a person may decide; each question once per project."""
    asker: Asker | None = None
    """Who is asked what the goal of a build leaves open; None for nobody."""
    halt: Halt = field(default_factory=Halt)
    on_checkpoint: Callable[[str], None] | None = None
    """Called with the step's name once its checkpoint is on disk."""
    ideas: Ideas = operators.Ideas
    """Where the search has its ideas from; another order is for measuring."""


@dataclass(frozen=True)
class Sitting:
    """One sitting of a run, with everything it was opened with."""

    run_id: str
    task: Task
    settings: Settings
    options: Options
    folder: Path
    suite: Suite
    models: Mapping[Seat, Model]
    nearness: Nearness | None = None


def bus_of(sitting: Sitting, database: Database) -> Bus:
    from verdigris.telemetry.recorder import Recorder

    secrets = sitting.settings.secrets(Machine.current())
    log = JsonLog(sitting.folder / "events.jsonl", secrets)
    recorder = Recorder(database, _scribe(sitting.settings))
    attempts = AttemptLog(sitting.folder / "attempts", secrets)
    return Bus(sitting.run_id, [recorder, log, attempts, *sitting.options.listeners])


def _scribe(settings: Settings) -> Scribe:
    from verdigris.graph.letters import Scribe

    server = address(settings)
    return Scribe(server.target if server else "")


def deps_of(sitting: Sitting, database: Database, bus: Bus, there: Elsewhere | None) -> Deps:
    from verdigris.engine.sharing import memory_with, patterns_with, told
    from verdigris.graph.in_memory import InMemoryGraph
    from verdigris.graph.relational import SqlGraph
    from verdigris.memory.modes import experienced, remembering
    from verdigris.memory.patterns_sql import SqlPatterns
    from verdigris.memory.sql import SqlMemoryStore
    from verdigris.store.approvals import Approvals
    from verdigris.store.spending import SqlLedger

    options, settings = sitting.options, sitting.settings
    mode = settings.memory.mode
    scribe, tell = _scribe(settings), told(there)
    cards = SqlMemoryStore(
        database, sitting.task.project, graph=scribe, tell=tell, nearness=sitting.nearness
    )
    return assemble(
        run_id=sitting.run_id,
        settings=settings,
        bus=bus,
        suite=sitting.suite,
        memory=remembering(memory_with(cards, there, settings), mode),
        graph=SqlGraph(database) if mode == "on" else InMemoryGraph(),
        patterns=experienced(
            patterns_with(SqlPatterns(database, tell=tell), there, settings), mode
        ),
        approver=Remembering(options.approver, Approvals(database, sitting.run_id)),
        models=sitting.models,
        ledger=SqlLedger(database),
        folder=sitting.folder,
        halt=options.halt,
        stop_after=options.stop_after,
        ideas=options.ideas,
        asker=options.asker,
        earlier=partial(likest, database, settings) if mode == "on" else no_patterns,
        refind=partial(find_again, sitting.suite, sitting.task, settings),
    )
