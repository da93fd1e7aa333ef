import pytest
from farm.job import Job
from farm.queue import JobQueue


@pytest.fixture
def queue():
    queue = JobQueue()
    for number, priority in enumerate(("normal", "whenever", "normal", "urgent"), start=1):
        queue.put(Job(number, "ann", number, priority=priority))
    return queue


def test_length(queue):
    assert len(queue) == 4


def test_urgent_first(queue):
    assert queue.take().number == 4


def test_order(queue):
    assert [queue.take().number for _ in range(4)] == [4, 1, 3, 2]


def test_empty():
    assert JobQueue().take() is None


def test_take_what_fits(queue):
    assert queue.take(lambda job: job.pages == 2).number == 2
    assert len(queue) == 3


def test_nothing_fits(queue):
    assert queue.take(lambda job: job.pages > 9) is None
    assert len(queue) == 4


def test_remove(queue):
    assert queue.remove(3).number == 3
    assert queue.remove(3) is None


def test_position(queue):
    assert queue.position(4) == 0
    assert queue.position(2) == 3
    assert queue.position(9) is None


def test_put_back(queue):
    job = queue.take()
    queue.put_back(job)
    assert queue.position(job.number) == 0
