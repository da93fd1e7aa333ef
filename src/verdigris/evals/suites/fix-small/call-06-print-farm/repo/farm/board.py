"""The board in the hall: who is next, in plain text."""

from farm.job import Job, State
from farm.numbers import written
from farm.service import Farm


def line(job: Job) -> str:
    mark = "*" if job.colour else " "
    return f"{written(job.number):>6} {mark} {job.owner:<8} {job.pages:>4}"


def board(farm: Farm, most: int = 5) -> str:
    """Return the next jobs in the order in which they will be printed."""
    waiting = list(farm.queue)
    rows = [line(job) for job in waiting[:most]]
    if len(waiting) > most:
        rows.append(f"and {len(waiting) - most} more")
    return "\n".join(rows) or "nothing is waiting"


def status(farm: Farm, number: int) -> str:
    """Say in words how a job is doing."""
    job = farm.job(number)
    if job.state is not State.WAITING:
        return job.state.value
    ahead = farm.queue.position(number)
    return "you are next" if ahead == 0 else f"{ahead} ahead of you"
