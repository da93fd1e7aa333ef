import pytest

from ledger import Ledger, Overdrawn
from store import Store


@pytest.fixture
def ledger():
    ledger = Ledger()
    ledger.open("ann", 100)
    ledger.open("bob", 50)
    return ledger


def test_transfer(ledger):
    ledger.transfer("ann", "bob", 30)
    assert ledger.store.items() == [("ann", 70), ("bob", 80)]


def test_transfer_without_cover(ledger):
    with pytest.raises(Overdrawn):
        ledger.transfer("ann", "bob", 101)
    assert ledger.store.items() == [("ann", 100), ("bob", 50)]


def test_names_are_taken_once(ledger):
    with pytest.raises(ValueError):
        ledger.open("ann")


def test_unknown_account(ledger):
    with pytest.raises(LookupError):
        ledger.balance("zoe")


def test_payments(ledger):
    assert ledger.pay_all("ann", [("bob", 10), ("bob", 20)]) == []
    assert ledger.balance("ann") == 70


def test_payments_that_fail_are_listed(ledger):
    assert ledger.pay_all("ann", [("bob", 60), ("zoe", 1), ("bob", 60), ("bob", 40)]) == ["zoe", "bob"]
    assert ledger.store.items() == [("ann", 0), ("bob", 150)]


def test_commit():
    store = Store(a=1)
    with store.transaction() as inside:
        inside.put("b", 2)
        inside.remove("a")
    assert store.items() == [("b", 2)]
