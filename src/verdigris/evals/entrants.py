"""Who can be measured. Each gets a project to mend and says what it believes to have done."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

from verdigris.core.result import RunResult
from verdigris.core.task import Task
from verdigris.evals.hidden import limited
from verdigris.evals.outcome import Told
from verdigris.evals.plan import Plan, below, offset_of, samples_of
from verdigris.evals.seeding import seeded
from verdigris.evals.tasks import EvalTask
from verdigris.evals.watching import Watch
from verdigris.settings import Settings


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


async def enter(entry: Entry) -> Told:
    """Let the entrant of a plan work on a project. Raises VerdigrisError where it cannot."""
    watch, started = Watch(), time.monotonic()
    settings = below(limited(entry.settings, entry.task), entry.data)
    offset = offset_of(entry.plan, entry.run)
    # Imported when it is wanted: the loop takes a second to load, and others do without.
    if entry.plan.entrant == "agent":
        from verdigris.evals.agents import other_agent

        told = await other_agent(entry.plan.agent, entry.task, entry.project, settings, watch)
    elif samples := samples_of(entry.plan.entrant):
        from verdigris.engine.models import models
        from verdigris.evals.baselines import baseline

        seats = seeded(models(settings), offset)
        told = await baseline(entry.task, entry.project, settings, seats["fast"], samples, watch)
    else:
        told = await _verdigris(entry, settings, offset, watch)
    seen = {"answers": watch.answers, "unusable": watch.unusable, "misses": watch.misses,
            "repeated": watch.repeated, "moments": tuple(watch.moments)}  # fmt: skip
    return told.model_copy(update={"seconds": time.monotonic() - started, **seen})


async def _verdigris(entry: Entry, settings: Settings, offset: int, watch: Watch) -> Told:
    from verdigris.engine.models import models
    from verdigris.engine.runner import Options, run

    asked = Task(goal=entry.task.goal, root=str(entry.project), test_cmd=entry.task.test_cmd)
    chosen = seeded(models(settings), offset)
    result = await run(asked, settings, Options(apply=True, listeners=(watch,), models=chosen))
    return _account(result)


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
