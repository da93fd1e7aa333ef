import pytest

from loans.annuity import affordable, instalment
from loans.schedule import schedule, with_extra
from loans.terms import Terms

CASES = [
    Terms(principal, percent, months)
    for principal in (500_000, 1_000_000, 25_000_000)
    for percent in (0.5, 3, 9.9, 24)
    for months in (1, 6, 36, 240)
]


@pytest.mark.parametrize("terms", CASES, ids=str)
def test_the_instalments_pay_back_the_loan(terms):
    payment, left = instalment(terms), float(terms.principal)
    for _ in range(terms.months):
        left = left * (1 + terms.monthly_rate) - payment
    drift = 0.5 * ((1 + terms.monthly_rate) ** terms.months - 1) / terms.monthly_rate
    assert abs(left) <= drift + 1


@pytest.mark.parametrize("terms", CASES, ids=str)
def test_schedules_are_consistent(terms):
    rows = list(schedule(terms))
    assert sum(row.repaid for row in rows) == terms.principal
    assert all(row.payment == row.repaid + row.interest for row in rows)
    assert all(row.repaid > 0 for row in rows)
    regular = instalment(terms)
    assert all(row.payment == regular for row in rows[:-1])
    grown = ((1 + terms.monthly_rate) ** terms.months - 1) / terms.monthly_rate
    assert abs(rows[-1].payment - regular) <= grown + 1


@pytest.mark.parametrize("terms", CASES, ids=str)
def test_affordable_is_the_inverse(terms):
    found = affordable(instalment(terms), terms.yearly_percent, terms.months)
    assert abs(found - terms.principal) <= terms.months


def test_no_extra_changes_nothing():
    assert with_extra(Terms(1_000_000, 6, 24), 0) in {23, 24}
    assert with_extra(Terms(1_000_000, 6, 24), 100_000) < 10
