"""Puts together what the steps work with, from settings. The one place that picks backends."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path

from verdigris.checks.approval import Approver, Asker
from verdigris.core.budget import Allowance, Budget
from verdigris.core.task import Task
from verdigris.edits.workspace import Workspace
from verdigris.engine.builds import command_of
from verdigris.engine.cascade import proposers
from verdigris.engine.models import guarded
from verdigris.graph.base import GraphStore
from verdigris.memory.base import MemoryStore
from verdigris.memory.patterns import PatternStore
from verdigris.models.base import Model, Seat
from verdigris.models.ledger import InMemoryLedger, Ledger
from verdigris.proposers.base import Proposer
from verdigris.proposers.search import Ideas
from verdigris.repair import operators
from verdigris.sandbox.pick import pick
from verdigris.settings import Machine, Settings
from verdigris.steps.deps import Deps, Halt, Meter, no_patterns, nothing_to_do
from verdigris.suites.base import NoSuite, Suite
from verdigris.suites.command import CommandSuite
from verdigris.suites.detect import interpreter_for
from verdigris.suites.finding import asked, find
from verdigris.telemetry.bus import Bus


def budget(settings: Settings) -> Budget:
    limits, breaker = settings.limits, settings.breaker
    return Budget(
        max_iters=limits.max_iters,
        max_seconds=limits.max_seconds,
        max_tokens=limits.max_tokens,
        max_cost=limits.max_cost,
        until_green=limits.until_green,
        warn_after=breaker.warn_after,
        stop_after=breaker.stop_after,
        fast=Allowance(
            tokens=limits.fast_tokens, cost=limits.fast_cost, seconds=limits.fast_seconds
        ),
        strong=Allowance(
            tokens=limits.strong_tokens, cost=limits.strong_cost, seconds=limits.strong_seconds
        ),
        day=Allowance(tokens=limits.day_tokens, cost=limits.day_cost),
    )


async def suite(task: Task, settings: Settings, run_id: str) -> Suite:
    """Find out how the project's tests are run; of a program to be built, how they will be.

    Raises SuiteUnavailable when they cannot be, SandboxUnavailable when the sandbox asked for does
    not work.
    """
    if task.job == "audit":
        return NoSuite()
    machine = Machine.current()
    project = Path(task.root)
    picked = await pick(settings, machine)
    named = task.test_cmd or settings.suite.test_cmd
    if task.job == "build" and not task.into:
        command = command_of(task)
    else:
        command = asked(named) if named else find(project)
    interpreter = await interpreter_for(command, project, settings, machine, picked.sandbox)
    return CommandSuite(
        project,
        command,
        interpreter,
        picked.sandbox,
        settings.suite,
        machine,
        label=run_id,
        caution=picked.caution,
    )


async def find_again(suite: Suite, task: Task, settings: Settings) -> None:
    """Let a suite take the interpreter that is right now: packages may have been installed."""
    if isinstance(suite, CommandSuite):
        machine, project = Machine.current(), Path(task.root)
        suite.use(await interpreter_for(suite.found, project, settings, machine, suite.sandbox))


def assemble(
    *,
    run_id: str,
    settings: Settings,
    bus: Bus,
    suite: Suite,
    memory: MemoryStore,
    graph: GraphStore,
    patterns: PatternStore,
    approver: Approver,
    models: Mapping[Seat, Model],
    ledger: Ledger,
    folder: Path,
    halt: Halt,
    stop_after: str,
    ideas: Ideas = operators.Ideas,
    asker: Asker | None = None,
    earlier: Callable[[str, str], Awaitable[Sequence[str]]] = no_patterns,
    refind: Callable[[], Awaitable[None]] = nothing_to_do,
) -> Deps:
    found: list[Proposer] = []
    secrets = settings.secrets(Machine.current())
    models = guarded(models, settings, folder, secrets)
    deps = Deps(
        settings=settings,
        budget=budget(settings),
        bus=bus,
        suite=suite,
        workspace=Workspace(folder / "workspace", run_id, max_file_mb=settings.edits.max_file_mb),
        memory=memory,
        graph=graph,
        patterns=patterns,
        approver=approver,
        models=models,
        archive=folder / "patches",
        proposers=found,
        meter=Meter(),
        # What a recording says was paid for when it was made.
        ledger=InMemoryLedger() if settings.models.replay else ledger,
        secrets=secrets,
        halt=halt,
        stop_after=stop_after,
        ideas=ideas,
        asker=asker,
        earlier=earlier,
        refind=refind,
    )
    found.extend(proposers(deps))
    return deps
