"""Puts together what the steps work with, from settings. The one place that picks backends."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from pydantic import SecretStr

from verdigris.checks.approval import Approver
from verdigris.core.budget import Budget
from verdigris.core.change import Origin
from verdigris.core.task import Task
from verdigris.edits.guard import require_allowed
from verdigris.edits.workspace import Workspace
from verdigris.errors import ModelUnavailable
from verdigris.memory.base import MemoryStore
from verdigris.models.base import Model, Reply, Request, Tier
from verdigris.models.resolve import model_name, resolve
from verdigris.models.wrappers import Keeping, Masking, NoModel
from verdigris.proposers.base import Proposer
from verdigris.proposers.formats import form_for
from verdigris.proposers.model import ModelProposer
from verdigris.proposers.recall import Recall
from verdigris.sandbox.pick import pick
from verdigris.settings import Machine, Settings
from verdigris.steps.ask import ask
from verdigris.steps.deps import Deps, Halt, Meter
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
    )


def models(settings: Settings) -> dict[Tier, Model]:
    """Return the model of each tier; none when models are switched off.

    Where none is configured a stand-in takes its place, which complains when it is asked: memory
    may know the fix without one.
    """
    if not settings.models.enabled:
        return {}
    try:
        fast, strong = model_name("fast", settings), model_name("strong", settings)
    except ModelUnavailable as reason:
        nobody = NoModel(reason)
        return {"fast": nobody, "strong": nobody}
    first = resolve(fast, settings)
    return {"fast": first, "strong": first if strong == fast else resolve(strong, settings)}


def guarded(models: Mapping[Tier, Model], settings: Settings, folder: Path) -> dict[Tier, Model]:
    """Put around every model what no run goes without: secrets masked, answers kept."""
    secrets = [
        value.get_secret_value()
        for value in settings.keys.model_dump().values()
        if isinstance(value, SecretStr)
    ]
    done: dict[int, Model] = {}
    for model in models.values():
        done.setdefault(id(model), Masking(Keeping(model, folder / "answers.jsonl"), secrets))
    return {tier: done[id(model)] for tier, model in models.items()}


async def suite(task: Task, settings: Settings, run_id: str) -> Suite:
    """Find out how the project's tests are run.

    Raises SuiteUnavailable when they cannot be, SandboxUnavailable when the sandbox asked for does
    not work.
    """
    if task.job == "audit":
        return NoSuite()
    machine = Machine.current()
    project = Path(task.root)
    picked = await pick(settings, machine)
    named = task.test_cmd or settings.suite.test_cmd
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


def assemble(
    *,
    run_id: str,
    settings: Settings,
    bus: Bus,
    suite: Suite,
    memory: MemoryStore,
    approver: Approver,
    models: Mapping[Tier, Model],
    folder: Path,
    halt: Halt,
    stop_after: str,
) -> Deps:
    proposers: list[Proposer] = [Recall()]
    models = guarded(models, settings, folder)
    deps = Deps(
        settings=settings,
        budget=budget(settings),
        bus=bus,
        suite=suite,
        workspace=Workspace(folder / "workspace", run_id, max_file_mb=settings.edits.max_file_mb),
        memory=memory,
        approver=approver,
        models=models,
        archive=folder / "patches",
        proposers=proposers,
        meter=Meter(),
        halt=halt,
        stop_after=stop_after,
    )
    if models:
        proposers.append(_model_proposer("fast", deps, settings.models.samples))
        if models["strong"] is not models["fast"]:
            proposers.append(_model_proposer("strong", deps, 1))
    return deps


def _model_proposer(tier: Tier, deps: Deps, samples: int) -> ModelProposer:
    origin: Origin = tier
    model = deps.models[tier]
    own, edits = deps.settings.models, deps.settings.edits

    async def question(request: Request) -> Reply | None:
        return await ask(deps, tier, "coder", request)

    build = partial(ModelProposer, origin, question, name=model.name)
    return build(
        context_tokens=model.context_tokens,
        samples=samples,
        temperature=own.temperature,
        max_tokens=own.max_output_tokens,
        form=form_for(getattr(edits, f"{tier}_format"), model.name, model.context_tokens),
        check=partial(require_allowed, edits=edits),
    )
