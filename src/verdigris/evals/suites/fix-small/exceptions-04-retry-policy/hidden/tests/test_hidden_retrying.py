import pytest
from retrying import Policy, call, retrying
from retrying.policy import ONCE
from retrying.report import History


@pytest.mark.parametrize("attempts", [1, 2, 5])
def test_the_last_error_is_raised(attempts):
    errors = [ConnectionError(i) for i in range(attempts)]
    waiting, waited = iter(errors), []

    def fail():
        raise next(waiting)

    history = History()
    with pytest.raises(ConnectionError) as caught:
        call(fail, Policy(attempts=attempts), waited.append, history)
    assert caught.value is errors[-1]
    assert len(waited) == attempts - 1
    assert len(history.attempts) == attempts
    assert not history.succeeded


def test_none_is_an_answer():
    assert call(lambda: None) is None


def test_once():
    @retrying(ONCE)
    def fail():
        raise OSError("no")

    with pytest.raises(OSError):
        fail()


def test_the_reason_is_asked_every_time():
    errors = iter([OSError(), KeyError()])

    def fail():
        raise next(errors)

    with pytest.raises(KeyError):
        call(fail, sleep=lambda seconds: None)
