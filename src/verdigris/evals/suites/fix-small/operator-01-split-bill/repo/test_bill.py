import pytest

from bill import balances, settle, split


def test_a_bill_that_divides_evenly():
    assert split(900, ["ann", "bob", "cem"]) == {"ann": 300, "bob": 300, "cem": 300}


def test_left_over_cents_go_to_the_first():
    assert split(1000, ["ann", "bob", "cem"]) == {"ann": 334, "bob": 333, "cem": 333}


def test_fewer_cents_than_people():
    assert split(2, ["ann", "bob", "cem"]) == {"ann": 1, "bob": 1, "cem": 0}


def test_nobody_to_share_with():
    with pytest.raises(ValueError):
        split(100, [])


def test_balances_of_one_expense():
    assert balances([("ann", 600)], ["ann", "bob"]) == {"ann": 300, "bob": -300}


def test_settling_pays_from_debtors_to_creditors():
    assert settle({"ann": 300, "bob": -100, "cem": -200}) == [
        ("bob", "ann", 100),
        ("cem", "ann", 200),
    ]


def test_nothing_to_settle():
    assert settle({"ann": 0}) == []
