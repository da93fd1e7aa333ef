"""How many pages people may print."""

from farm.errors import QuotaExceeded
from farm.job import Job


class Quotas:
    def __init__(self, default: int = 200) -> None:
        self.default = default
        self._limits: dict[str, int] = {}
        self._used: dict[str, int] = {}

    def allow(self, owner: str, pages: int) -> None:
        self._limits[owner] = pages

    def left(self, owner: str) -> int:
        return self._limits.get(owner, self.default) - self._used.get(owner, 0)

    def charge(self, job: Job) -> None:
        """Take a job's pages off. Colour counts twice."""
        cost = self.cost(job)
        if cost > self.left(job.owner):
            raise QuotaExceeded(f"{job.owner} has {self.left(job.owner)} pages left, needs {cost}")
        self._used[job.owner] = self._used.get(job.owner, 0) + cost

    def refund(self, job: Job) -> None:
        self._used[job.owner] = self._used.get(job.owner, 0) - self.cost(job)

    @staticmethod
    def cost(job: Job) -> int:
        return job.pages * (2 if job.colour else 1)
