import pytest
from retrying import Policy


def test_waits():
    assert Policy(attempts=4).waits() == [1, 2, 4]


def test_longest():
    assert Policy(attempts=4, first_wait=40).waits() == [40, 60, 60]


def test_one_attempt_has_no_waits():
    assert Policy(attempts=1).waits() == []


@pytest.mark.parametrize("bad", [{"attempts": 0}, {"factor": 0.5}])
def test_nonsense(bad):
    with pytest.raises(ValueError):
        Policy(**bad)
