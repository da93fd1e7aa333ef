from farm import Farm
from farm.journal import Journal
from farm.stats import load, mean_wait, outcomes, waiting_times


def test_waits(farm: Farm):
    first = farm.submit("ann", 10)
    farm.advance(10)
    second = farm.submit("ann", 5)
    farm.advance(10)
    assert waiting_times(farm.journal) == {first.number: 0, second.number: 0}


def test_no_waits():
    assert mean_wait(Journal()) == 0


def test_load(farm: Farm):
    farm.submit("ann", 1)
    farm.advance(1)
    assert load(farm.journal) == {"mono": 1}


def test_outcomes(farm: Farm):
    farm.cancel(farm.submit("ann", 1).number)
    farm.submit("ann", 1)
    farm.advance(9)
    assert outcomes(farm.journal) == {"cancelled": 1, "done": 1}


def test_journal(farm: Farm):
    farm.submit("ann", 1)
    farm.advance(5)
    assert [entry.what for entry in farm.journal.of_job(1)] == [
        "submitted", "started on mono", "done",
    ]
    assert len(farm.journal.since(1)) == 1
