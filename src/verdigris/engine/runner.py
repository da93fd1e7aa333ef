"""Drives one run: opens what it needs, walks the graph, pauses or ends, and keeps the evidence.

The one broad catch of the package is here: whatever goes wrong is recorded on the run, the
checkpoint stands, and the error goes on to whoever called.
"""

from __future__ import annotations

import contextlib
import fcntl
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from verdigris.core.events import RunFinished, RunStarted, Status
from verdigris.core.result import RunResult
from verdigris.core.task import Task
from verdigris.edits.userfiles import write_change
from verdigris.engine.assemble import assemble, models, suite
from verdigris.engine.evidence import result_of, write_evidence
from verdigris.errors import Halted, MissingError, StoreError, UserError, VerdigrisError
from verdigris.models.base import Model, Tier
from verdigris.settings import Settings
from verdigris.steps.deps import Deps, Halt
from verdigris.steps.state import RunState
from verdigris.telemetry.bus import Bus, Listener
from verdigris.telemetry.jsonlog import JsonLog

if TYPE_CHECKING:
    from langgraph.graph.state import CompiledStateGraph

    from verdigris.store.database import Database

    Graph = CompiledStateGraph[RunState, Deps, RunState, RunState]


@dataclass(frozen=True)
class Options:
    """What is asked of one sitting; the task is the run's, settings are everyone's."""

    apply: bool = False
    stop_after: str = ""
    resume: str = ""
    listeners: Sequence[Listener] = ()
    models: dict[Tier, Model] | None = None
    """In place of the configured ones; for tests and embedding."""
    halt: Halt = field(default_factory=Halt)
    on_checkpoint: Callable[[str], None] | None = None
    """Called with the step's name once its checkpoint is on disk."""


def new_run_id(clock: Callable[[], float] = time.time) -> str:
    return time.strftime("%y%m%d-%H%M%S", time.gmtime(clock())) + "-" + secrets.token_hex(3)


def run_folder(settings: Settings, run_id: str) -> Path:
    return settings.paths.data / "runs" / run_id


async def task_of(run_id: str, settings: Settings) -> Task:
    """Return what a run was asked to do. Raises UserError when there is no such run."""
    from verdigris.engine.checkpoints import checkpoint_file, require_sound
    from verdigris.engine.graph import build_graph

    path = run_folder(settings, run_id) / "checkpoints.db"
    if not path.is_file():
        raise UserError(
            f"There is no run {run_id}.", hint="`verdigris runs` lists the runs of this machine."
        )
    config: Any = {"configurable": {"thread_id": run_id}}
    async with checkpoint_file(path) as saver:
        saved = (await build_graph(saver).aget_state(config)).values
    if not saved:
        raise UserError(
            f"The run {run_id} was cut off before its first step.", hint="Start it again."
        )
    return require_sound(saved, path)["task"]


async def run(task: Task | None, settings: Settings, options: Options) -> RunResult:
    """Carry out a task, or go on with a run that was paused or killed.

    Raises VerdigrisError for whatever a user can act on; the run can be resumed after any of them.
    """
    from verdigris.store.database import Database

    run_id = options.resume or new_run_id()
    folder = run_folder(settings, run_id)
    if options.resume:
        task = await task_of(run_id, settings)
    if task is None:
        raise UserError("There is neither a task nor a run to resume.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"{folder} cannot be made: {error}.") from None
    with _only_one(folder):
        async with await Database.open(settings.database_url) as database:
            return await _sitting(run_id, task, settings, options, folder, database)


async def _sitting(
    run_id: str,
    task: Task,
    settings: Settings,
    options: Options,
    folder: Path,
    database: Database,
) -> RunResult:
    from verdigris.engine.checkpoints import checkpoint_file, require_sound
    from verdigris.engine.graph import build_graph
    from verdigris.memory.sql import SqlMemoryStore
    from verdigris.telemetry.recorder import Recorder

    path = folder / "checkpoints.db"
    config: Any = {"configurable": {"thread_id": run_id}, "recursion_limit": 100_000}
    async with checkpoint_file(path, options.on_checkpoint) as saver:
        graph = build_graph(saver)
        saved = (await graph.aget_state(config)).values if options.resume else {}
        state = require_sound(saved, path) if saved else None
        chosen = options.models if options.models is not None else models(settings)
        bus = Bus(
            run_id, [Recorder(database), JsonLog(folder / "events.jsonl"), *options.listeners]
        )
        deps = assemble(
            run_id=run_id,
            settings=settings,
            bus=bus,
            suite=await suite(task, settings),
            memory=SqlMemoryStore(database),
            models=chosen,
            folder=folder,
            halt=options.halt,
            stop_after=options.stop_after,
        )
        names = tuple(dict.fromkeys(model.name for model in chosen.values()))
        bus.enter(0, "")
        await bus.emit(RunStarted(task=task, resumed=bool(options.resume), models=names))
        start: Any = None if state else {"run_id": run_id, "task": task, "iteration": 1}
        status, reason = await _walk(graph, start, config, deps)
        values = require_sound((await graph.aget_state(config)).values, path)
        result = await result_of(values, status, reason, deps, folder)
        return await _close(result, bus, options, folder)


async def _walk(graph: Graph, start: Any, config: Any, deps: Deps) -> tuple[Status | None, str]:
    """Walk until the end or a pause; no status means that the state says how it ended."""
    try:
        async for _ in graph.astream(
            start, config, context=deps, stream_mode="updates", durability="sync"
        ):
            pass
    except Halted as halt:
        return "paused", str(halt)
    except BaseException as error:
        said = str(error) if isinstance(error, VerdigrisError) else type(error).__name__
        interrupted = not isinstance(error, Exception)
        if isinstance(error, MissingError):
            command = f"verdigris fix --resume-run-id {deps.bus.run_id}"
            error.hint = f"{error.hint} Then go on with: {command}".strip()
        deps.bus.enter(0, "")
        with contextlib.suppress(VerdigrisError):
            await deps.bus.emit(
                RunFinished(status="paused" if interrupted else "failed", reason=said)
            )
        raise
    return None, ""


async def _close(result: RunResult, bus: Bus, options: Options, folder: Path) -> RunResult:
    if result.change is not None:
        (folder / "final.patch").write_text(result.change.diff, "utf-8", newline="")
    write_evidence(result, folder)
    if options.apply and result.green and result.change is not None:
        write_change(Path(result.task.root), result.change, folder / "final.patch")
        result = result.model_copy(update={"applied": True})
    bus.enter(0, "")
    await bus.emit(
        RunFinished(
            status=result.status, reason=result.reason, use=result.use, change=result.change
        )
    )
    return result


@contextlib.contextmanager
def _only_one(folder: Path) -> Iterator[None]:
    """Let one process at a time work on a run. The lock goes with the process, even if killed."""
    with (folder / "lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise UserError(
                f"Another process is working on run {folder.name}.", hint="Wait for it to end."
            ) from None
        yield
