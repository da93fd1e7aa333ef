"""What one gets without Verdigris: one plain sample, or several of which the tests pick one.

The model is the same and so are its settings and limits; what is missing is everything else. What
is asked, and what can pick among samples, is in `exams`.
"""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from verdigris.core.budget import TierUse, Use
from verdigris.engine.models import guarded
from verdigris.errors import ModelMistake
from verdigris.evals.entrants.exams import TAKEN, building, fixing, write
from verdigris.evals.entrants.watching import Watch
from verdigris.evals.outcome import Told
from verdigris.evals.tasks.reading import EvalTask
from verdigris.models.base import Model, Reply, Request, context_of
from verdigris.models.prices import worst_case
from verdigris.models.wrappers import names_of
from verdigris.settings import Machine, Settings


async def baseline(
    task: EvalTask,
    project: Path,
    settings: Settings,
    model: Model,
    samples: int,
    watch: Watch,
) -> Told:
    """Take up to so many samples, as the limits allow; leave the chosen one in the project.

    A single sample is taken as it is and counts as a claim; of several, only one that passes what
    can be seen is claimed.
    """
    started, secrets = time.monotonic(), settings.secrets(Machine.current())
    model = guarded({"fast": model}, settings, settings.paths.data, secrets)["fast"]
    settings.paths.data.mkdir(parents=True, exist_ok=True)
    prepare = building if task.starts_empty else fixing
    exam = await prepare(task, project, settings, await context_of(model))
    use, reason, spare = Use(), "no sample helped", None
    for number in range(samples if exam.trial else 1):
        if refusal := _refusal(settings, model, exam.request, use, time.monotonic() - started):
            reason = refusal
            break
        asked = _sampled(exam.request, number, settings)
        reply = await _in_time(model, asked, settings.limits.max_seconds, started)
        if reply is None:
            reason = _time_is_up(settings)
            break
        use = use + reply.use
        watch.answered()
        watch.note(f"sample {number + 1} of {model.name}", reply.masked or reply.text)
        try:
            change = exam.read(reply.text)
        except ModelMistake as mistake:
            watch.unusable += 1
            watch.note(f"unusable: {mistake}")
            continue
        tried = TAKEN if samples == 1 or not exam.trial else await exam.trial(change)
        if tried is not TAKEN:
            watch.tried(change.fingerprint, won=tried.green)
        watch.note(tried.said, change.diff)
        if tried.green:
            write(project, change)
            return _told(use, number + 1, claimed=True, reason="a sample was taken")
        spare = spare or change
    if exam.leaves_something and spare is not None:
        write(project, spare)
    return _told(use, watch.answers, claimed=False, reason=reason)


def _told(use: Use, candidates: int, *, claimed: bool, reason: str) -> Told:
    return Told(
        claimed=claimed, status="green" if claimed else "not_green", reason=reason, iterations=1,
        use=use, tier="fast" if claimed else "", candidates=candidates,
        tiers=(TierUse(tier="fast", candidates=candidates, use=use),),
    )  # fmt: skip


def _refusal(settings: Settings, model: Model, request: Request, used: Use, seconds: float) -> str:
    """Return which limit forbids another sample; the same limits hold for Verdigris."""
    limits, worst = settings.limits, worst_case(names_of(model), request)
    if limits.max_seconds is not None and seconds >= limits.max_seconds:
        return _time_is_up(settings)
    if limits.max_tokens is not None and used.tokens + worst.tokens > limits.max_tokens:
        return f"the token limit of {limits.max_tokens} is reached"
    if limits.max_cost is not None and used.cost + worst.cost > limits.max_cost:
        return f"the cost limit of ${limits.max_cost:g} is reached"
    return ""


async def _in_time(
    model: Model, request: Request, seconds: float | None, started: float
) -> Reply | None:
    """Return an answer; None where it had not ended when the time did."""
    left = None if seconds is None else max(started + seconds - time.monotonic(), 0)
    limit = asyncio.timeout(left)
    try:
        async with limit:
            return await model.complete(request)
    except TimeoutError:
        if not limit.expired():
            raise
        return None


def _time_is_up(settings: Settings) -> str:
    return f"the time limit of {settings.limits.max_seconds:g} s is reached"


def _sampled(request: Request, number: int, settings: Settings) -> Request:
    """Return the question of one sample: the first is greedy, as it is for Verdigris."""
    warmth = settings.models.temperature if number else 0.0
    return request.model_copy(update={"seed": number + 1, "temperature": warmth})
