"""The jobs of an eval, in lanes: what comes one after the other, and what may come at once."""

from __future__ import annotations

from dataclasses import dataclass

from verdigris.evals.plan import Plan, job_key, settings_digest
from verdigris.evals.tasks.reading import EvalTask
from verdigris.evals.tasks.sources import Source, chosen
from verdigris.settings import Settings


@dataclass(frozen=True)
class Job:
    task: EvalTask
    run: int
    position: int
    key: str
    digest: str
    """Of the task."""
    settings: str
    """The digest of what the eval began with."""
    after: str = ""
    """Key of the job before it in a stream."""


def jobs_of(plan: Plan, source: Source, settings: Settings, name: str) -> list[list[Job]]:
    """Return the jobs in lanes. Those of one lane come one after the other.

    In a stream each run is a lane; otherwise each job is one by itself. What other agents did is
    kept for the eval of this name alone: nobody knows what their next version does.
    """
    tasks = chosen(source.tasks, plan.only, plan.limit)
    how = settings_digest(settings)
    own = name if plan.entrant == "agent" else ""
    digests = {task.id: source.digest(task) for task in tasks}
    lanes: list[list[Job]] = []
    for run in range(1, plan.runs + 1):
        lane: list[Job] = []
        for position, task in enumerate(tasks):
            after = lane[-1].key if plan.stream and lane else ""
            key = job_key(plan, how, digests[task.id], run, after=after, own=own)
            lane.append(Job(task, run, position, key, digests[task.id], how, after))
        lanes += [lane] if plan.stream else [[job] for job in lane]
    return lanes
