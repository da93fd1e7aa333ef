import pytest

from loans.annuity import affordable, instalment
from loans.schedule import schedule, total_interest, with_extra
from loans.show import letter, money
from loans.terms import Terms


def test_without_interest_the_principal_is_spread():
    assert instalment(Terms(120_000, 0, 12)) == 10_000


def test_the_instalment_of_a_usual_loan():
    assert instalment(Terms(1_000_000, 6, 12)) == 86_066


def test_the_instalment_of_one_month_is_principal_and_interest():
    assert instalment(Terms(100_000, 12, 1)) == 101_000


def test_terms_are_checked():
    with pytest.raises(ValueError):
        Terms(0, 5, 12)
    with pytest.raises(ValueError):
        Terms(100, -1, 12)


def test_the_schedule_ends_at_nothing():
    assert list(schedule(Terms(500_000, 0, 7)))[-1].left == 0


def test_interest_shrinks_with_the_debt():
    first, second, *_ = schedule(Terms(1_000_000, 6, 12))
    assert first.interest == 5_000
    assert second.interest == 4_595


def test_no_interest_in_all():
    assert total_interest(Terms(500_000, 0, 7)) == 0


def test_extra_payments_shorten_the_loan():
    assert with_extra(Terms(120_000, 0, 12), 10_000) == 6


def test_what_a_payment_affords():
    assert affordable(10_000, 0, 12) == 120_000


def test_the_letter():
    assert money(123_456_7) == "12,345.67"
    assert letter(Terms(20_000, 0, 2)).splitlines()[-1] == "interest in all: 0.00"
