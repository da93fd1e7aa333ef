import pytest
from sessions import Sessions


@pytest.mark.parametrize("stale", range(6))
def test_exactly_the_stale_ones_go(stale):
    sessions = Sessions(lifetime=5)
    for i in range(6):
        sessions.open(f"t{i}", f"u{i}", 0 if i < stale else 100)
    assert sessions.sweep(100) == stale
    assert sessions.users() == {f"u{i}" for i in range(stale, 6)}
    assert sessions.sweep(100) == 0


def test_mixed_order():
    sessions = Sessions(lifetime=5)
    for i in range(10):
        sessions.open(f"t{i}", f"u{i}", 100 * (i % 2))
    assert sessions.sweep(100) == 5
    assert len(sessions) == 5


def test_a_touched_session_lives_on():
    sessions = Sessions(lifetime=5)
    sessions.open("a", "x", 0)
    sessions.open("b", "y", 0)
    assert sessions.touch("a", 4)
    assert sessions.sweep(7) == 1
    assert sessions.users() == {"x"}
