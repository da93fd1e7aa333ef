import pytest
from farm.errors import QuotaExceeded
from farm.job import Job
from farm.quota import Quotas


def test_default():
    assert Quotas(50).left("ann") == 50


def test_charge():
    quotas = Quotas(50)
    quotas.charge(Job(1, "ann", 20))
    assert quotas.left("ann") == 30
    assert quotas.left("ben") == 50


def test_colour_counts_twice():
    quotas = Quotas(50)
    quotas.charge(Job(1, "ann", 20, colour=True))
    assert quotas.left("ann") == 10


def test_exceeded():
    quotas = Quotas(5)
    with pytest.raises(QuotaExceeded):
        quotas.charge(Job(1, "ann", 6))
    assert quotas.left("ann") == 5


def test_own_limit():
    quotas = Quotas(5)
    quotas.allow("ann", 100)
    quotas.charge(Job(1, "ann", 60))
    assert quotas.left("ann") == 40


def test_refund():
    quotas = Quotas(5)
    job = Job(1, "ann", 4)
    quotas.charge(job)
    quotas.refund(job)
    assert quotas.left("ann") == 5
