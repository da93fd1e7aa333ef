"""Drives one run: opens what it needs, walks the graph, pauses or ends, and keeps the evidence.

The one broad catch of the package is here: whatever goes wrong is recorded on the run, the
checkpoint stands, and the error goes on to whoever called.
"""

from __future__ import annotations

import contextlib
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from verdigris.building.grants import granted
from verdigris.core.decision import Situation, decide
from verdigris.core.events import RunFinished, RunStarted, Status, Warned
from verdigris.core.result import RunResult
from verdigris.core.task import Task
from verdigris.edits.journal import Desk, settle
from verdigris.edits.userfiles import write_change
from verdigris.engine.assemble import budget, suite
from verdigris.engine.building import Builder
from verdigris.engine.builds import settled
from verdigris.engine.checkpoints import checkpoint_file, require_sound
from verdigris.engine.evidence import result_of, write_evidence
from verdigris.engine.graph import build_graph
from verdigris.engine.models import in_touch
from verdigris.engine.runs import find_run, make_folder, new_run_id, only_one, run_folder
from verdigris.engine.sitting import Options, Sitting, bus_of, deps_of
from verdigris.errors import Halted, MissingError, StoreError, UserError, VerdigrisError
from verdigris.graph.addresses import address
from verdigris.settings import Settings
from verdigris.steps import STEPS
from verdigris.steps.deps import Deps
from verdigris.steps.state import RunState, ends_untested
from verdigris.telemetry.bus import Bus

if TYPE_CHECKING:
    from langgraph.graph.state import CompiledStateGraph

    from verdigris.engine.couriers import Courier
    from verdigris.engine.sharing import Elsewhere
    from verdigris.store.database import Database

    Graph = CompiledStateGraph[RunState, Deps, RunState, RunState]


async def task_of(run_id: str, settings: Settings) -> Task:
    """Return what a run was asked to do. Raises UserError when there is no such run."""
    path = run_folder(settings, run_id) / "checkpoints.db"
    with checkpoint_file(path) as saver:
        saved = (await build_graph(saver).aget_state(_config(run_id))).values
    if not saved:
        raise UserError(
            f"The run {run_id} was cut off before its first step.", hint="Start it again."
        )
    return require_sound(saved, path)["task"]


def require_step(name: str) -> None:
    """Raise UserError for a name that no step has."""
    if name and name not in STEPS:
        raise UserError(f"There is no step '{name}'.", hint=f"Steps: {', '.join(STEPS)}")


async def run(task: Task | None, settings: Settings, options: Options) -> RunResult:
    """Carry out a task, or go on with a run that was paused, killed or out of budget.

    Raises VerdigrisError for whatever a user can act on; the run can be resumed after any of them.
    """
    from verdigris.engine.sharing import shared_memory
    from verdigris.memory.likeness.comparing import comparing
    from verdigris.store.database import Database

    require_step(options.stop_after)
    run_id = options.run_id or new_run_id()
    if options.resume:
        run_id = find_run(settings, options.resume)
        task = await task_of(run_id, settings)
    if task is None:
        raise UserError("There is neither a task nor a run to resume.")
    task = settled(task)
    settings = granted(task, settings)
    tests = await suite(task, settings, run_id)
    folder = run_folder(settings, run_id)
    make_folder(folder)
    with only_one(folder):
        async with (
            await Database.open(settings.database_url) as database,
            in_touch(settings, options.models) as models,
        ):
            sitting = Sitting(run_id, task, settings, options, folder, tests, models)
            bus = bus_of(sitting, database)
            async with (
                shared_memory(settings, Path(task.root), bus) as there,
                comparing(settings, database) as nearness,
            ):
                return await _sit(replace(sitting, nearness=nearness), database, bus, there)


async def _sit(
    sitting: Sitting, database: Database, bus: Bus, there: Elsewhere | None
) -> RunResult:
    from verdigris.engine.couriers import Courier

    options, folder = sitting.options, sitting.folder
    path = folder / "checkpoints.db"
    config = _config(sitting.run_id)
    with checkpoint_file(path, options.on_checkpoint) as saver:
        graph = build_graph(saver)
        saved = (await graph.aget_state(config)).values if options.resume else {}
        state = require_sound(saved, path) if saved else None
        if state:
            await _reopen(graph, config, state, sitting.settings)
        deps = deps_of(sitting, database, bus, there)
        names = tuple(dict.fromkeys(model.name for model in deps.models.values()))
        deps.bus.enter(0, "")
        await deps.bus.emit(
            RunStarted(task=sitting.task, resumed=bool(options.resume), models=names)
        )
        if sitting.suite.caution:
            await deps.bus.emit(Warned(message=sitting.suite.caution))
        if said := settle(Path(sitting.task.root), sitting.settings.paths.data):
            await deps.bus.emit(Warned(message=said))
        courier = Courier(database, address(sitting.settings), deps.bus)
        await _send(courier, there, database)
        first: Any = {"run_id": sitting.run_id, "task": sitting.task, "iteration": 1}
        builder = Builder(sitting, deps)
        await builder.bring(state)
        status, reason = await _walk(graph, None if state else first, config, deps, builder)
        values = require_sound((await graph.aget_state(config)).values, path)
        if sitting.nearness is not None and sitting.nearness.trouble:
            said = f"failures were not compared with earlier ones: {sitting.nearness.trouble}"
            await deps.bus.emit(Warned(message=said))
        result = await result_of(values, status, reason, deps, folder)
        result = await builder.close(result, values)
        await write_evidence(result, values, deps, folder)
        deps.bus.enter(0, "")
        closed = await _close(result, deps.bus, options, folder)
        # The run is over by now: what letters cost, or a kill while they go, takes nothing from it.
        with contextlib.suppress(StoreError):
            await _send(courier, there, database)
        return closed


async def _send(courier: Courier, there: Elsewhere | None, database: Database) -> None:
    """Send what is waiting for others. May raise StoreError because of our own database."""
    await courier.go()
    if there is not None:
        await there.deliver(database)


async def _reopen(graph: Graph, config: Any, state: RunState, settings: Settings) -> None:
    """Let a run that had ended short of green go on, where the limits of now allow it."""
    decision = state.get("decision")
    if decision is None or decision.action != "stop" or decision.green:
        return
    again = decide(
        Situation(
            job=state["task"].job,
            iteration=state["iteration"],
            budget=budget(settings),
            use=state["use"],
            verdict=state.get("verdict"),
            standing=state["standing"],
            nothing_left=state.get("nothing_left", False) and not settings.asks_models,
            untested=ends_untested(state),
        )
    )
    if again.action == "continue":
        update = {"decision": again, "iteration": state["iteration"] + 1}
        await graph.aupdate_state(config, update, as_node="decide")


async def _walk(
    graph: Graph, start: Any, config: Any, deps: Deps, builder: Builder
) -> tuple[Status | None, str]:
    """Walk until the end or a pause; no status means that the state says how it ended."""
    from langsmith import tracing_context

    try:
        # The graph library would send every state, with the project's code in it, to a tracing
        # service that some other program's variables in this shell may have switched on.
        with tracing_context(enabled=False):
            async for done in graph.astream(
                start, config, context=deps, stream_mode="updates", durability="sync"
            ):
                if builder.is_due(done):
                    await builder.bring(cast(RunState, (await graph.aget_state(config)).values))
    except Halted as halt:
        return "paused", str(halt)
    except BaseException as error:
        interrupted = not isinstance(error, Exception)
        said = "interrupted" if interrupted else str(error) or type(error).__name__
        if isinstance(error, MissingError):
            command = f"verdigris {builder.job} --resume-run-id {deps.bus.run_id}"
            # A line of its own: hints end with commands, which are copied.
            error.hint = f"{error.hint}\nThen go on with: {command}".strip()
        deps.bus.enter(0, "")
        with contextlib.suppress(VerdigrisError):
            await deps.bus.emit(
                RunFinished(status="paused" if interrupted else "failed", reason=said)
            )
        raise
    return None, ""


async def _close(result: RunResult, bus: Bus, options: Options, folder: Path) -> RunResult:
    if result.change is not None:
        (folder / "final.patch").write_bytes(result.change.patch)
    bus.enter(0, "")
    await bus.emit(
        RunFinished(
            status=result.status, reason=result.reason, use=result.use, change=result.change
        )
    )
    # Last: whatever keeps the files from being written takes nothing from the run.
    if options.apply and result.green and result.change is not None:
        write_change(Path(result.task.root), result.change, Desk(folder, folder.parents[1]))
        result = result.model_copy(update={"applied": True})
    return result


def _config(run_id: str) -> Any:
    return {"configurable": {"thread_id": run_id}, "recursion_limit": 100_000}
