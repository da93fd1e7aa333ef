import pytest

from ledger import Ledger, Overdrawn
from store import Store


@pytest.mark.parametrize("error", [ValueError, KeyError, Overdrawn, KeyboardInterrupt, SystemExit, StopIteration])
def test_any_error_goes_on(error):
    store = Store(a=1)
    with pytest.raises(error):
        with store.transaction():
            store.put("a", 2)
            store.put("b", 3)
            raise error("x")
    assert store.items() == [("a", 1)]


def test_errors_of_the_store():
    store = Store(a=1)
    with pytest.raises(KeyError):
        with store.transaction():
            store.put("a", 5)
            store.remove("zzz")
    assert store.items() == [("a", 1)]


def test_inner_transactions():
    store = Store(a=1)
    with store.transaction():
        store.put("a", 2)
        with pytest.raises(ValueError):
            with store.transaction():
                store.put("a", 3)
                raise ValueError
        assert store.get("a") == 2
    assert store.get("a") == 2


def test_outer_failure_takes_back_the_inner():
    store = Store(a=1)
    with pytest.raises(ValueError):
        with store.transaction():
            with store.transaction():
                store.put("a", 3)
            raise ValueError
    assert store.get("a") == 1


def test_unknown_accounts():
    ledger = Ledger(Store(ann=10))
    with pytest.raises(LookupError):
        ledger.transfer("ann", "zoe", 1)
    with pytest.raises(LookupError):
        ledger.transfer("zoe", "ann", 1)
    assert ledger.balance("ann") == 10


def test_after_a_failure_the_store_works_on():
    store = Store(a=1)
    try:
        with store.transaction():
            store.put("a", 2)
            raise ValueError
    except ValueError:
        pass
    with store.transaction():
        store.put("a", 9)
    assert store.get("a") == 9
