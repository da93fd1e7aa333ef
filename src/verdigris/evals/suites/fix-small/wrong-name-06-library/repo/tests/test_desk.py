from datetime import date, timedelta

import pytest

from lending.errors import NotAllowed, NotAvailable, NotFound

START = date(2024, 3, 4)


def days(count):
    return START + timedelta(count)


@pytest.mark.parametrize(("reader", "length"), [(1, 28), (2, 28), (3, 56)])
def test_how_long_a_loan_runs(desk, reader, length):
    assert desk.lend("11", reader, START).due == days(length)


def test_copies_run_out(desk):
    desk.lend("11", 1, START)
    desk.lend("11", 2, START)
    with pytest.raises(NotAvailable):
        desk.lend("11", 3, START)


def test_copies_for_reference_stay(desk):
    title = desk.catalogue.title("11")
    desk.lend("11", 1, START)
    desk.lend("11", 2, START)
    desk.catalogue.add(title, reference=True)
    with pytest.raises(NotAvailable):
        desk.lend("11", 3, START)


def test_unknown_readers(desk):
    with pytest.raises(NotFound):
        desk.lend("11", 9, START)


def test_a_book_on_time_costs_nothing(desk):
    loan = desk.lend("11", 1, START)
    assert desk.take_back(loan.barcode, days(28)) == 0


def test_a_late_book_costs_by_open_days(desk):
    loan = desk.lend("11", 1, START)
    assert desk.take_back(loan.barcode, days(28 + 7)) == 6 * 30
    assert desk.readers[1].fines == 180


def test_fines_have_a_limit(desk):
    loan = desk.lend("11", 1, START)
    assert desk.take_back(loan.barcode, days(400)) == 1500


def test_returning_twice(desk):
    loan = desk.lend("11", 1, START)
    desk.take_back(loan.barcode, START)
    with pytest.raises(NotFound):
        desk.take_back(loan.barcode, START)


def test_who_owes_too_much_borrows_nothing(desk):
    desk.readers[1].fines = 1001
    with pytest.raises(NotAllowed):
        desk.lend("11", 1, START)


@pytest.mark.parametrize(("paid", "left", "change"), [(100, 200, 0), (300, 0, 0), (500, 0, 200)])
def test_paying(desk, paid, left, change):
    desk.readers[1].fines = 300
    assert desk.pay(1, paid) == change
    assert desk.readers[1].fines == left


def test_nobody_pays_less_than_nothing(desk):
    with pytest.raises(ValueError):
        desk.pay(1, -1)


def test_renewing_starts_again(desk):
    loan = desk.lend("11", 1, START)
    assert desk.renew(loan.barcode, days(10)).due == days(38)


def test_renewals_end(desk):
    loan = desk.lend("11", 1, START)
    for count in (10, 20):
        desk.renew(loan.barcode, days(count))
    with pytest.raises(NotAllowed):
        desk.renew(loan.barcode, days(30))


def test_no_renewal_while_somebody_waits(desk):
    loan = desk.lend("11", 1, START)
    desk.holds.place("11", 2)
    with pytest.raises(NotAllowed):
        desk.renew(loan.barcode, days(1))


def test_a_returned_copy_is_kept_for_the_first_in_the_queue(desk):
    first = desk.lend("11", 1, START)
    desk.lend("11", 1, START)
    assert desk.holds.place("11", 2) == 1
    assert desk.holds.place("11", 3) == 2
    desk.take_back(first.barcode, days(1))
    with pytest.raises(NotAvailable):
        desk.lend("11", 3, days(1))
    assert desk.lend("11", 2, days(1)).barcode == first.barcode


def test_waiting_twice(desk):
    desk.holds.place("11", 2)
    with pytest.raises(NotAllowed):
        desk.holds.place("11", 2)


def test_enough_books(desk):
    desk.readers.register("Dee")
    for number in range(10):
        desk.loans.start(f"x{number}", 4, START, 28)
    with pytest.raises(NotAllowed):
        desk.lend("11", 4, START)
