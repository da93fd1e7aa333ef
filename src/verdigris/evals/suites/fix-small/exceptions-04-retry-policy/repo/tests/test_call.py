import pytest
from retrying import Policy, call, retrying
from retrying.report import History


class Flaky:
    """Fails some times, then answers."""

    def __init__(self, *errors, answer="done"):
        self.errors = list(errors)
        self.answer = answer
        self.calls = 0

    def __call__(self):
        self.calls += 1
        if self.errors:
            raise self.errors.pop(0)
        return self.answer


@pytest.fixture
def waited():
    return []


def test_first_time(waited):
    assert call(Flaky(), sleep=waited.append) == "done"
    assert waited == []


def test_second_time(waited):
    assert call(Flaky(OSError()), sleep=waited.append) == "done"
    assert waited == [1.0]


def test_never(waited):
    flaky = Flaky(*[TimeoutError(i) for i in range(9)])
    with pytest.raises(TimeoutError):
        call(flaky, sleep=waited.append)
    assert flaky.calls == 3


def test_other_errors_are_not_tried_again(waited):
    flaky = Flaky(KeyError("x"))
    with pytest.raises(KeyError):
        call(flaky, sleep=waited.append)
    assert flaky.calls == 1


def test_history(waited):
    history = History()
    call(Flaky(OSError(), ConnectionError()), sleep=waited.append, note=history)
    assert history.lines() == ["1: OSError", "2: ConnectionError", "3: ok"]
    assert history.succeeded


def test_decorated(waited):
    tries = iter([OSError(), None])

    @retrying(sleep=waited.append)
    def add(a, *, b):
        """Add."""
        if error := next(tries):
            raise error
        return a + b

    assert add(1, b=2) == 3
    assert add.__name__ == "add"
