from datetime import date, timedelta

import pytest

from lending import Catalogue, Desk, Readers
from lending.calendar import OpeningDays
from lending.catalogue import Title
from lending.fines import days_late, fine
from lending.loans import Loan
from lending.readers import GROUPS
from lending.reports import overdue

MONDAY = date(2024, 3, 4)


@pytest.mark.parametrize("length", [1, 7, 28, 56])
@pytest.mark.parametrize("after", [-5, 0, 1, 2, 6, 7, 30])
def test_lateness_counts_from_the_due_day(length, after):
    due = MONDAY + timedelta(length)
    today = due + timedelta(after)
    loan = Loan("x", 1, MONDAY, due)
    counted = [due + timedelta(n) for n in range(1, after + 1)]
    expected = sum(day.weekday() != 6 for day in counted)
    assert days_late(loan, today, OpeningDays()) == expected
    for group in GROUPS.values():
        assert fine(loan, group, today, OpeningDays()) == min(1500, expected * group.daily_fine)


def make_desk():
    catalogue, readers = Catalogue(), Readers()
    for number in range(4):
        catalogue.add(Title(f"t{number}", f"T{number}", "A", 2000))
    readers.register("Ann")
    readers.register("Cem", "student")
    return Desk(catalogue, readers)


@pytest.mark.parametrize("passed", range(0, 70, 3))
def test_overdue_loans_are_those_past_their_due_day(passed):
    desk = make_desk()
    made = [desk.lend(f"t{n}", 1 + n % 2, MONDAY + timedelta(n)) for n in range(4)]
    today = MONDAY + timedelta(passed)
    assert {loan.barcode for loan in overdue(desk, today)} == {
        loan.barcode for loan in made if loan.due < today
    }


def test_long_loans_made_first_are_not_listed_first():
    desk = make_desk()
    student = desk.lend("t0", 2, MONDAY)
    adult = desk.lend("t1", 1, MONDAY + timedelta(5))
    assert overdue(desk, MONDAY + timedelta(90)) == [adult, student]


def test_a_renewed_loan_is_late_only_after_its_new_day():
    desk = make_desk()
    loan = desk.lend("t0", 1, MONDAY)
    desk.renew(loan.barcode, MONDAY + timedelta(20))
    assert overdue(desk, MONDAY + timedelta(40)) == []
    assert desk.take_back(loan.barcode, MONDAY + timedelta(48)) == 0
