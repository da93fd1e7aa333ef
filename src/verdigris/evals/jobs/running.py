"""Runs the jobs of an eval: some at once, each in a process of its own, watched from outside.

A job that is finished is kept under the key of all that decides how it ends. So an eval that was
killed goes on where it was, and one that is repeated does only what has changed. A job that
crashes, hangs or runs wild costs the eval that job and nothing else.
"""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from verdigris.core.text import cut, decode
from verdigris.engine.runs import new_run_id
from verdigris.errors import MissingError
from verdigris.evals.entrants.ending import end_descendants, signal_session
from verdigris.evals.entrants.enter import require_able
from verdigris.evals.entrants.spending import used_in
from verdigris.evals.jobs.budget import Purse
from verdigris.evals.jobs.desks import desk, sweep_desks
from verdigris.evals.jobs.lanes import Job, jobs_of
from verdigris.evals.jobs.order import HOPELESS, Order
from verdigris.evals.keeping import Home, Machine, Record, write_whole
from verdigris.evals.outcome import Outcome, Told, blank
from verdigris.evals.plan import Plan, code_digest, settings_of
from verdigris.evals.tasks.sources import open_source
from verdigris.settings import Machine as Shell
from verdigris.settings import Settings

_GRACE = 3.0
"""Seconds between asking a job to end and ending it."""
_PRINTED = 20_000


@dataclass
class Watching:
    """Whom to tell how it goes. Called in the order in which things happen."""

    planned: Callable[[int, int], None] = lambda jobs, cached: None
    started: Callable[[Job], None] = lambda job: None
    ended: Callable[[Outcome], None] = lambda outcome: None


@dataclass
class _Sitting:
    plan: Plan
    home: Home
    desk: Path
    purse: Purse
    watching: Watching
    fresh: bool
    outcomes: dict[str, Outcome] = field(default_factory=dict)
    answered: bool = False
    """A model has answered a job of this sitting: one that does not is a matter of that job."""
    stopped: str = ""
    hopeless: MissingError | None = None


async def run_eval(
    plan: Plan,
    home: Home,
    *,
    jobs: int = 1,
    name: str = "",
    fresh: bool = False,
    purse: Purse | None = None,
    watching: Watching | None = None,
) -> Record:
    """Run an eval, or what is left of it, and keep what it comes to.

    Raises MissingError where every job would fail for the same reason, and UserError for a suite
    or a setting that cannot be used. When it is cancelled, what is finished stays kept.
    """
    settings = settings_of(plan)
    source = open_source(plan.suite)
    name = name or new_run_id()
    lanes = jobs_of(plan, source, settings, name)
    everything = [job for lane in lanes for job in lane]
    require_able(plan, (job.task for job in everything))
    if any(job.task.kind != "audit" for job in everything):
        await _warm_up(plan, settings)
    home.begin(plan, name)
    sweep_desks()
    started, wall = time.time(), time.monotonic()
    with desk() as place:
        sitting = _Sitting(plan, home, place, purse or Purse(), watching or Watching(), fresh)
        sitting.outcomes = {kept.key: kept for lane in lanes for kept in _kept_of(lane, sitting)}
        cached = len(sitting.outcomes)
        sitting.watching.planned(len(everything), cached)
        at_once = min(max(1, jobs), len(lanes)) if cached < len(everything) else 0
        machine = Machine(code=code_digest(), at_once=at_once)
        record = Record(
            id=name, plan=plan, suite=source.name, machine=machine,
            started_at=started, jobs=len(everything), cached=cached,
        )  # fmt: skip
        try:
            await _walk(lanes, jobs, sitting)
        finally:
            ordered = [sitting.outcomes[j.key] for j in everything if j.key in sitting.outcomes]
            done = len(ordered) == len(everything)
            record = record.model_copy(
                update={"outcomes": tuple(ordered), "seconds": time.monotonic() - wall,
                        "stopped": "" if done else sitting.stopped or "interrupted"}
            )  # fmt: skip
            home.save(record)
    if sitting.hopeless:
        raise sitting.hopeless
    if plan.stream and record.complete and all(one.final for one in record.outcomes):
        for job in everything:
            shutil.rmtree(home.memory_of(job.key), ignore_errors=True)
    return record


async def _warm_up(plan: Plan, settings: Settings) -> None:
    """Start the local engine before the first job, so that none pays for it."""
    from verdigris.models.resolve import model_name

    if not settings.asks_models or settings.models.fast:
        return
    if plan.entrant == "agent" and "{model" not in plan.agent:
        return
    if (settings.models.default or "local:").startswith("local:"):
        with contextlib.suppress(MissingError):  # the job that needs it will say so
            from verdigris.models.local.client import ensure_engine

            await ensure_engine(settings, model_name("fast", settings))


def _kept_of(lane: Sequence[Job], sitting: _Sitting) -> list[Outcome]:
    """Return what need not be done again of a lane: its beginning, up to the first gap."""
    found: list[Outcome] = []
    for job in () if sitting.fresh else lane:
        kept = sitting.home.outcome(job.key)
        if kept is None or not kept.final:
            break
        # The order of the eval may have changed around it.
        found.append(kept.model_copy(update={"position": job.position}))
    if sitting.plan.stream and 0 < len(found) < len(lane):
        # What it remembers at this point may be gone: then it has to be learned again.
        return found if sitting.home.memory_of(lane[len(found)].after).is_dir() else []
    return found


async def _walk(lanes: Sequence[Sequence[Job]], jobs: int, sitting: _Sitting) -> None:
    waiting = iter(lanes)

    async def work() -> None:
        for lane in waiting:
            await _lane(lane, sitting)

    async with _together() as start:
        for _ in range(max(1, jobs)):
            start(work())


@contextlib.asynccontextmanager
async def _together() -> AsyncIterator[Callable[..., object]]:
    """Run coroutines side by side; the first error, or a cancellation, ends all of them."""
    try:
        async with asyncio.TaskGroup() as group:
            yield group.create_task
    except BaseExceptionGroup as errors:
        first: BaseException = errors
        while isinstance(first, BaseExceptionGroup):
            first = first.exceptions[0]
        raise first from None


async def _lane(lane: Sequence[Job], sitting: _Sitting) -> None:
    """Do the jobs of a lane that are not done yet, in order."""
    kept = _kept_of(lane, sitting)  # once more: another eval may have done some meanwhile
    for found in kept:
        sitting.outcomes[found.key] = found
        sitting.watching.ended(found)
    for number, job in enumerate(lane[len(kept) :], len(kept)):
        if sitting.hopeless or sitting.stopped:
            return
        if reason := sitting.purse.empty(sitting.outcomes.values()):
            sitting.stopped = reason
            return
        if sitting.plan.stream:
            # What came after it in an earlier sitting had learned from another predecessor.
            for later in lane[number:]:
                sitting.home.forget(later.key)
        await _do(job, sitting)


async def _do(job: Job, sitting: _Sitting) -> None:
    sitting.watching.started(job)
    place = sitting.desk / job.key[:12]  # short, see `desks`
    order = Order(
        plan=sitting.plan, task=job.task.id, run=job.run, position=job.position, key=job.key,
        digest=job.digest, code=code_digest(), settings=job.settings, desk=place,
        result=place / "outcome.json",
    )  # fmt: skip
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    if job.after:
        shutil.copytree(sitting.home.memory_of(job.after), order.data)
    try:
        outcome = await _in_a_process(job, order, sitting)
        if outcome is None:
            return
        if sitting.plan.stream:
            sitting.home.keep_memory(job.key, order.data)
        if outcome.final:
            sitting.home.keep(outcome)
        sitting.outcomes[job.key] = outcome
        sitting.watching.ended(outcome)
    finally:
        shutil.rmtree(place, ignore_errors=True)


async def _in_a_process(job: Job, order: Order, sitting: _Sitting) -> Outcome | None:
    """Return how a job ended, whatever it did; None where all others would end the same way."""
    place = order.desk / "order.json"
    write_whole(place, order.model_dump_json())
    # Seen by the job alone; the same every time, so that runs can be repeated.
    around = {**Shell.current().variables, "PYTHONHASHSEED": "0"}
    started = time.monotonic()
    # What it leaves in its folder for temporary files goes with the rest of its desk.
    around["TMPDIR"] = str(order.desk / "t")
    (order.desk / "t").mkdir()
    with (order.desk / "printed").open("w+b") as printed:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", "verdigris.evals.jobs.job", str(place),
            stdin=asyncio.subprocess.PIPE, stdout=printed, stderr=printed,
            start_new_session=True, env=around,
        )  # fmt: skip
        status: int | None
        try:
            status = await asyncio.wait_for(process.wait(), sitting.plan.job_seconds)
        except TimeoutError:
            status = None
        finally:
            await _end(process, whole=sitting.plan.entrant == "agent")
    said = _tail(order.desk / "printed")
    told = Told(use=used_in(order.used), counted=sitting.plan.entrant != "agent")
    sitting.answered = sitting.answered or told.use.calls > 0
    bare = blank(job.task, job.key, job.run, job.position, job.digest)
    bare = bare.model_copy(update={"wall_seconds": time.monotonic() - started, "told": told})
    if status == 0:
        outcome = Outcome.model_validate_json(order.result.read_bytes())
        if outcome.ended != "unanswered" or sitting.answered:
            return outcome
        said, status = outcome.error, HOPELESS
    if status == HOPELESS:
        message, _, hint = said.partition("\n")
        sitting.hopeless = sitting.hopeless or MissingError(message, hint=hint)
        sitting.stopped = message
        return None
    if status is None:
        limit = f"given up after {sitting.plan.job_seconds:g} s"
        return bare.model_copy(update={"ended": "timeout", "error": limit})
    how = f"signal {-status}" if status < 0 else f"exit status {status}"
    last = said.rpartition("\n")[2]
    return bare.model_copy(update={"ended": "crashed", "error": f"{how}: {last}\n{said}"})


async def _end(process: asyncio.subprocess.Process, *, whole: bool) -> None:
    """End a job and all it started: asked first, then not asked.

    `whole` where nothing below it may stay, whatever session it is in.
    """
    if process.returncode is None:
        if whole:
            await asyncio.to_thread(end_descendants, process.pid)
        signal_session(process.pid, signal.SIGTERM)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(process.wait()), _GRACE)
    signal_session(process.pid, signal.SIGKILL)
    await process.wait()


def _tail(path: Path) -> str:
    with contextlib.suppress(OSError):
        return cut(decode(path.read_bytes()[-_PRINTED:])[0], 4000).strip()
    return ""
