import pytest
from farm import Farm, State
from farm.errors import QuotaExceeded, UnknownJob, UnknownPrinter
from farm.printer import Printer


def test_submit(farm):
    assert farm.submit("ann", 3).state is State.WAITING


def test_unknown(farm):
    with pytest.raises(UnknownJob):
        farm.job(99)
    with pytest.raises(UnknownPrinter):
        farm.printer("laser")


def test_quota(farm):
    with pytest.raises(QuotaExceeded):
        farm.submit("ann", 201)
    assert len(farm.queue) == 0


def test_one_job(farm):
    job = farm.submit("ann", 10)
    assert farm.advance(5) == []
    assert job.state is State.PRINTING
    assert farm.advance(5) == [job]
    assert job.state is State.DONE


def test_in_the_order_they_came(farm):
    jobs = [farm.submit("ann", 10) for _ in range(3)]
    assert farm.advance(30) == jobs


def test_urgent_goes_ahead(farm):
    farm.submit("ann", 60)
    urgent = farm.submit("ben", 1, priority="urgent")
    assert farm.advance(1) == [urgent]


def test_cancel(farm):
    job = farm.submit("ann", 50)
    assert farm.cancel(job.number)
    assert farm.quotas.left("ann") == 200
    assert not farm.cancel(job.number)


def test_colour_waits_for_a_colour_printer(farm):
    job = farm.submit("ann", 1, colour=True)
    assert farm.advance(100) == []
    farm.install(Printer("rainbow", 10, colour=True))
    assert farm.advance(100) == [job]


def test_breakdown(farm):
    job = farm.submit("ann", 60)
    farm.advance(10)
    farm.breakdown("mono")
    assert job.state is State.WAITING
    farm.repair("mono")
    assert farm.advance(60) == [job]


def test_two_breakdowns(farm):
    job = farm.submit("ann", 60)
    for _ in range(2):
        farm.advance(10)
        farm.breakdown("mono")
        farm.repair("mono")
    assert job.state is State.FAILED
    assert farm.quotas.left("ann") == 200
