"""The farm itself: takes jobs in, hands them to printers, moves the clock."""

from farm.errors import UnknownJob, UnknownPrinter
from farm.job import Job, State
from farm.journal import Journal
from farm.numbers import Numbers
from farm.printer import Printer
from farm.queue import JobQueue
from farm.quota import Quotas

MOST_ATTEMPTS = 2


class Farm:
    def __init__(self, quotas: Quotas | None = None) -> None:
        self.quotas = quotas or Quotas()
        self.queue = JobQueue()
        self.journal = Journal()
        self.now = 0
        self._numbers = Numbers()
        self._jobs: dict[int, Job] = {}
        self._printers: dict[str, Printer] = {}
        self._ends: dict[str, int] = {}

    def install(self, printer: Printer) -> Printer:
        self._printers[printer.name] = printer
        return printer

    def submit(self, owner: str, pages: int, colour: bool = False, priority: str = "normal") -> Job:
        """Take a job in. Raises BadJob, QuotaExceeded."""
        job = Job(self._numbers.take(), owner, pages, colour, priority)
        self.quotas.charge(job)
        self._jobs[job.number] = job
        self.queue.put(job)
        self._note(job, "submitted")
        return job

    def job(self, number: int) -> Job:
        try:
            return self._jobs[number]
        except KeyError:
            raise UnknownJob(str(number)) from None

    def printer(self, name: str) -> Printer:
        try:
            return self._printers[name]
        except KeyError:
            raise UnknownPrinter(name) from None

    def cancel(self, number: int) -> bool:
        """Cancel a job that waits; False when it is too late."""
        job = self.job(number)
        if self.queue.remove(number) is None:
            return False
        job.state = State.CANCELLED
        self.quotas.refund(job)
        self._note(job, "cancelled")
        return True

    def dispatch(self) -> list[Job]:
        """Give every free printer the next job it can do; return what was started."""
        started = []
        for printer in self._printers.values():
            if not printer.free:
                continue
            job = self.queue.take(printer.can_print)
            if job is None:
                continue
            printer.start(job)
            job.state = State.PRINTING
            job.attempts += 1
            self._ends[printer.name] = self.now + printer.seconds(job)
            self._note(job, f"started on {printer.name}")
            started.append(job)
        return started

    def advance(self, seconds: int) -> list[Job]:
        """Move the clock; return the jobs that were done meanwhile."""
        target, done = self.now + seconds, []
        self.dispatch()
        while self._ends and min(self._ends.values()) <= target:
            name = min(self._ends, key=lambda name: self._ends[name])
            self.now = self._ends.pop(name)
            job = self._printers[name].finish()
            assert job is not None
            job.state = State.DONE
            self._note(job, "done")
            done.append(job)
            self.dispatch()
        self.now = target
        return done

    def breakdown(self, name: str) -> None:
        """A printer broke; its job goes back, or fails if that happened too often."""
        printer = self.printer(name)
        printer.broken = True
        self._ends.pop(name, None)
        job = printer.finish()
        if job is None:
            return
        if job.attempts >= MOST_ATTEMPTS:
            job.state = State.FAILED
            self.quotas.refund(job)
            self._note(job, "failed")
        else:
            job.state = State.WAITING
            self.queue.put_back(job)
            self._note(job, "put back")

    def repair(self, name: str) -> None:
        self.printer(name).broken = False

    def _note(self, job: Job, what: str) -> None:
        self.journal.note(self.now, job.number, what)
