import pytest

from phone_plan import Account, Plan, cheaper


def account(*seconds, plan=Plan(1000, 100, 0.5)):
    made = Account(plan)
    for number, each in enumerate(seconds):
        made.log(str(number), each)
    return made


def test_no_calls():
    assert account().bill() == 1000
    assert account().longest() == ""


def test_within_the_free_minutes():
    assert account(600, 1200).bill() == 1000


def test_beyond_them():
    assert account(6000, 90).charged() == 90
    assert account(6000, 90).bill() == 1045


def test_nothing_free():
    assert account(60, plan=Plan(0, 0, 0.5)).bill() == 30


def test_longest():
    assert account(5, 50, 7).longest() == "1"


def test_bad_call():
    with pytest.raises(ValueError):
        account(-1)


def test_cheaper():
    assert cheaper(account(10), Plan(500, 0, 1.0))
