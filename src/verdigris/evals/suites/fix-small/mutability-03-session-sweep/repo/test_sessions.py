import pytest
from sessions import Sessions


@pytest.fixture
def sessions():
    held = Sessions(lifetime=10)
    held.open("t1", "ann", 0)
    held.open("t2", "ben", 5)
    held.open("t3", "ann", 20)
    return held


def test_users(sessions):
    assert sessions.users() == {"ann", "ben"}


def test_touch(sessions):
    assert sessions.touch("t3", 25)
    assert not sessions.touch("t1", 25)
    assert not sessions.touch("nope", 0)


def test_nothing_to_sweep(sessions):
    assert sessions.sweep(5) == 0
    assert len(sessions) == 3


def test_sweep(sessions):
    assert sessions.sweep(20) == 2
    assert sessions.users() == {"ann"}


def test_sweep_everything(sessions):
    assert sessions.sweep(1000) == 3
    assert len(sessions) == 0


def test_close_all(sessions):
    sessions.close_all("ann")
    assert sessions.users() == {"ben"}
