"""A printer: what it can do, what it has, and what it does now."""

from dataclasses import dataclass

from farm.job import Job


@dataclass
class Printer:
    name: str
    pages_per_minute: int
    colour: bool = False
    paper: int = 500
    busy_with: Job | None = None
    broken: bool = False

    @property
    def free(self) -> bool:
        return self.busy_with is None and not self.broken

    def can_print(self, job: Job) -> bool:
        """Tell whether it could print a job now."""
        return (not job.colour or self.colour) and job.sheets <= self.paper

    def seconds(self, job: Job) -> int:
        """Return how long a job takes, rounded up."""
        return -(-job.pages * 60 // self.pages_per_minute)

    def start(self, job: Job) -> None:
        self.busy_with = job
        self.paper -= job.sheets

    def finish(self) -> Job | None:
        job, self.busy_with = self.busy_with, None
        return job

    def refill(self, sheets: int = 500) -> None:
        self.paper += sheets
