"""Run one job, several times if need be."""

from .model import Outcome, Status


class Transient(Exception):
    """A failure that may go away by itself."""


def attempt(job, inputs, pause=lambda number: None):
    """Only transient failures are tried again."""
    tries = 0
    while True:
        tries += 1
        try:
            value = job.work(*inputs)
        except Transient as error:
            if tries > job.retries:
                return Outcome(job.name, Status.FAILED, None, tries, str(error))
            pause(tries)
        except Exception as error:
            return Outcome(job.name, Status.FAILED, None, tries, str(error))
        else:
            return Outcome(job.name, Status.DONE, value, tries)
