import pytest

from phone_plan import Account, Plan


@pytest.mark.parametrize("free", [0, 1, 10, 250])
def test_the_line_between_free_and_not(free):
    for over in (-30, -1, 0, 1, 45):
        if free * 60 + over < 0:
            continue
        account = Account(Plan(10, free, 1.0))
        account.log("x", free * 60 + over)
        assert account.charged() == max(0, over)
        assert account.bill() == 10 + max(0, over)


def test_many_short_calls():
    account = Account(Plan(0, 2, 2.0))
    for _ in range(13):
        account.log("x", 10)
    assert account.bill() == 20
