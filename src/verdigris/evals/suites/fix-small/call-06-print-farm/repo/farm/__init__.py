"""A farm of printers: jobs wait in queues, printers take them, everything is noted."""

from farm.job import Job, State
from farm.service import Farm

__all__ = ["Farm", "Job", "State"]
