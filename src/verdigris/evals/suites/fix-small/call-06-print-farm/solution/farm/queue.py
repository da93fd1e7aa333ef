"""Jobs that wait: by priority, and within a priority in the order in which they came."""

from collections import deque
from collections.abc import Callable, Iterator

from farm.job import PRIORITIES, Job


class JobQueue:
    def __init__(self) -> None:
        self._waiting: dict[str, deque[Job]] = {name: deque() for name in PRIORITIES}

    def put(self, job: Job) -> None:
        self._waiting[job.priority].append(job)

    def put_back(self, job: Job) -> None:
        """Return a job to the head of its line, because it could not be printed after all."""
        self._waiting[job.priority].appendleft(job)

    def take(self, fits: Callable[[Job], bool] = lambda job: True) -> Job | None:
        """Take the first job that fits; None when there is none."""
        for line in self._waiting.values():
            passed: list[Job] = []
            while line:
                job = line.popleft()
                if fits(job):
                    line.extendleft(reversed(passed))
                    return job
                passed.append(job)
            line.extend(passed)
        return None

    def remove(self, number: int) -> Job | None:
        for line in self._waiting.values():
            for job in line:
                if job.number == number:
                    line.remove(job)
                    return job
        return None

    def position(self, number: int) -> int | None:
        """Return how many jobs are ahead of one; None when it does not wait."""
        for place, job in enumerate(self):
            if job.number == number:
                return place
        return None

    def __iter__(self) -> Iterator[Job]:
        for line in self._waiting.values():
            yield from line

    def __len__(self) -> int:
        return sum(len(line) for line in self._waiting.values())
