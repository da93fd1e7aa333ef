"""Run all jobs."""

from .attempt import attempt
from .graph import order, with_needs
from .model import Outcome, Run, Status
from .select import select


class Runner:
    def __init__(self, jobs, listeners=(), pause=lambda number: None):
        self.jobs = list(jobs)
        self.listeners = list(listeners)
        self.pause = pause

    def _tell(self, outcome):
        for listener in self.listeners:
            listener(outcome)

    def run(self, expression=""):
        """Jobs that need a failed or skipped one are skipped; all others are run."""
        if expression:
            jobs = with_needs(self.jobs, select(self.jobs, expression))
        else:
            jobs = order(self.jobs)
        result = Run()
        for job in jobs:
            blocked = [need for need in job.needs if result.status(need) is not Status.DONE]
            if blocked:
                outcome = Outcome(job.name, Status.SKIPPED, reason="needs " + ", ".join(blocked))
                result.record(outcome)
                self._tell(outcome)
                break
            inputs = [result.outcomes[need].value for need in job.needs]
            outcome = attempt(job, inputs, self.pause)
            result.record(outcome)
            self._tell(outcome)
        return result
