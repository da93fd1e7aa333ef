import pytest
from farm.job import Job
from farm.printer import Printer


@pytest.fixture
def printer():
    return Printer("mono", 30, paper=10)


def test_free(printer):
    assert printer.free
    printer.start(Job(1, "ann", 2))
    assert not printer.free


def test_broken(printer):
    printer.broken = True
    assert not printer.free


def test_colour(printer):
    assert not printer.can_print(Job(1, "ann", 1, colour=True))


def test_paper(printer):
    assert printer.can_print(Job(1, "ann", 20))
    assert not printer.can_print(Job(1, "ann", 21))
    printer.refill(1)
    assert printer.can_print(Job(1, "ann", 21))


@pytest.mark.parametrize(("pages", "seconds"), [(1, 2), (30, 60), (31, 62)])
def test_seconds(printer, pages, seconds):
    assert printer.seconds(Job(1, "ann", pages)) == seconds


def test_finish(printer):
    job = Job(1, "ann", 2)
    printer.start(job)
    assert printer.finish() is job
    assert printer.finish() is None
    assert printer.paper == 9
