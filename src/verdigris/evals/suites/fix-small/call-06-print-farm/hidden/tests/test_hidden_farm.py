import random

from farm import Farm
from farm.job import PRIORITIES, Job
from farm.printer import Printer
from farm.queue import JobQueue


def test_first_come_first_served_within_a_priority():
    numbers = random.Random(30)
    for _ in range(20):
        queue, jobs = JobQueue(), []
        for number in range(12):
            jobs.append(Job(number, "x", 1, priority=numbers.choice(PRIORITIES)))
            queue.put(jobs[-1])
        wanted = sorted(jobs, key=lambda job: (PRIORITIES.index(job.priority), job.number))
        assert list(queue) == wanted
        assert [queue.take() for _ in jobs] == wanted


def test_what_does_not_fit_keeps_its_place():
    queue = JobQueue()
    for number in range(6):
        queue.put(Job(number, "x", 1, colour=number % 2 == 1))
    assert queue.take(lambda job: job.colour).number == 1
    assert [job.number for job in queue] == [0, 2, 3, 4, 5]
    assert queue.take(lambda job: job.number > 9) is None
    assert [job.number for job in queue] == [0, 2, 3, 4, 5]


def test_the_board_tells_the_truth():
    farm = Farm()
    farm.install(Printer("one", 60))
    jobs = [farm.submit("ann", 6) for _ in range(5)]
    expected = [job.number for job in farm.queue]
    assert [job.number for job in farm.advance(60)] == expected == [job.number for job in jobs]


def test_a_job_that_was_put_back_is_next():
    farm = Farm()
    farm.install(Printer("one", 60))
    first, second = farm.submit("ann", 60), farm.submit("ben", 60)
    farm.advance(1)
    farm.breakdown("one")
    farm.repair("one")
    assert farm.advance(60) == [first]
    assert farm.advance(60) == [second]
