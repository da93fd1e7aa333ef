"""Who can be measured. Each gets a project to mend or to look over, or a goal and an empty folder,
and says what it believes to have done.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from verdigris.core.result import RunResult
from verdigris.core.task import Task
from verdigris.errors import UserError
from verdigris.evals.entrants.seeding import seeded
from verdigris.evals.entrants.spending import counted
from verdigris.evals.entrants.watching import Watch
from verdigris.evals.judging.hidden import limited
from verdigris.evals.outcome import Told
from verdigris.evals.plan import Plan, below, offset_of, samples_of, settings_of
from verdigris.evals.tasks.labels import is_about
from verdigris.evals.tasks.reading import EvalTask
from verdigris.models.base import Model, Seat, close
from verdigris.settings import Settings

_UNREAD = "audit/unread"
"""The rule by which an audit says that it did not read a file."""


@dataclass(frozen=True)
class Entry:
    """One entrant at one task: what it is given."""

    plan: Plan
    task: EvalTask
    run: int
    project: Path
    """A copy of the task's project, to be changed in place."""
    data: Path
    """Where it may keep what it remembers."""
    settings: Settings
    book: Path
    """Where answers of models are counted."""

    @asynccontextmanager
    async def models(self, settings: Settings) -> AsyncIterator[dict[Seat, Model]]:
        """Give the models of this run, with seeds of its own, counted."""
        from verdigris.engine.models import models

        found = counted(seeded(models(settings), offset_of(self.plan, self.run)), self.book)
        try:
            yield found
        finally:
            each = {id(model): model for model in found.values()}.values()
            await asyncio.gather(*(close(model) for model in each))


def require_entrant(plan: Plan) -> None:
    """Raise UserError or MissingError for an entrant that could do no job at all."""
    settings = settings_of(plan)
    if plan.entrant == "agent":
        from verdigris.evals.entrants.agents import require_agent

        require_agent(plan.agent)
        asks = "{model" in plan.agent
    else:
        asks = samples_of(plan.entrant) > 0
    if asks and not settings.asks_models:
        raise UserError(
            f"{plan.label} asks a model, and models are switched off.",
            hint="Leave --no-llm out, and name a model with --model.",
        )
    if asks:
        from verdigris.models.resolve import model_name

        model_name("fast", settings)


def require_able(plan: Plan, tasks: Iterable[EvalTask]) -> None:
    """Raise UserError for tasks that the entrant of a plan cannot work on."""
    audits = [task.id for task in tasks if task.kind == "audit"]
    if audits and plan.entrant != "verdigris":
        raise UserError(
            f"{audits[0]} is to be looked over, and {plan.label} gives no findings.",
            hint="Leave --baseline and --agent out: what looks code over is `verdigris audit`.",
        )


async def enter(entry: Entry) -> Told:
    """Let the entrant of a plan work on a project. Raises VerdigrisError where it cannot."""
    watch, started = Watch(), time.monotonic()
    settings = below(limited(entry.settings, entry.task), entry.data)
    # Imported when it is wanted: the loop takes a second to load, and others do without.
    if entry.plan.entrant == "agent":
        from verdigris.evals.entrants.agents import other_agent

        told = await other_agent(entry.plan.agent, entry.task, entry.project, settings, watch)
    elif samples := samples_of(entry.plan.entrant):
        from verdigris.evals.entrants.baselines import baseline

        async with entry.models(settings) as seats:
            model = seats.get("fast")
            if model is None:
                raise UserError("A baseline asks a model, and models are switched off.")
            told = await baseline(entry.task, entry.project, settings, model, samples, watch)
    else:
        told = await _verdigris(entry, settings, watch)
    seen = {"answers": watch.answers, "unusable": watch.unusable, "misses": watch.misses,
            "repeated": watch.repeated, "first_green": _first_green(entry.task, watch),
            "moments": tuple(watch.moments)}  # fmt: skip
    return told.model_copy(update={"seconds": time.monotonic() - started, **seen})


async def _verdigris(entry: Entry, settings: Settings, watch: Watch) -> Told:
    from verdigris.engine.runner import run
    from verdigris.engine.sitting import Options

    # How strong its own tests are is told to a user, and decides nothing.
    quick = {"build": settings.build.model_copy(update={"mutants": 0})}
    settings = settings.model_copy(update=quick)
    if entry.task.kind == "audit":
        return _looked_over(entry.task, await _audit(entry, settings, watch))
    async with entry.models(settings) as seats:
        # What is built from nothing is always written to its folder.
        apply = not entry.task.starts_empty
        options = Options(apply=apply, listeners=(watch,), models=seats)
        return _account(await run(_asked(entry), settings, options))


async def _audit(entry: Entry, settings: Settings, watch: Watch) -> RunResult:
    """Look a project over as `verdigris audit` does: no model is asked."""
    from verdigris.engine.runner import run
    from verdigris.engine.sitting import Options

    silent = {"models": settings.models.model_copy(update={"enabled": False})}
    options = Options(listeners=(watch,))
    return await run(_asked(entry), settings.model_copy(update=silent), options)


def _asked(entry: Entry) -> Task:
    task, root = entry.task, str(entry.project)
    if task.kind == "audit":
        return Task(job="audit", goal=task.goal, root=root)
    if task.kind == "fix":
        return Task(goal=task.goal, root=root, test_cmd=task.test_cmd)
    from verdigris.evals.judging.examples import language_of

    into = not task.starts_empty
    # Of a task that starts empty, the command is that of the hidden tests.
    return Task(
        job="build", goal=task.goal, root=root, test_cmd=task.test_cmd if into else None,
        language=language_of(task), into=into,
    )  # fmt: skip


def _looked_over(task: EvalTask, result: RunResult) -> Told:
    """Give the account of an audit: what it finds is told, and silence says that all is well,
    unless it could not read all. Raises UserError for one that did not end.
    """
    if result.status != "done":
        raise UserError(f"The audit did not come to its end: {result.reason}")
    found = tuple(one for one in result.findings if is_about(task.rules, one.rule))
    silent = not found and not any(one.rule == _UNREAD for one in result.findings)
    return _account(result).model_copy(update={"claimed": silent, "findings": found})


def _first_green(task: EvalTask, watch: Watch) -> int:
    """Return it for a fix; a build tries parts and tests against each other, and has no first."""
    return watch.first_green if task.kind == "fix" else 0


def _account(result: RunResult) -> Told:
    return Told(
        claimed=result.green,
        status=result.status,
        reason=result.reason,
        iterations=result.iterations,
        use=result.use,
        tier=result.tier,
        tiers=result.tiers,
        candidates=sum(each.candidates for each in result.tiers),
    )
