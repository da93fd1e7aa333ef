from datetime import date, timedelta

from lending.export import fines_csv, loans_csv
from lending.reports import due_soon, most_read, overdue, reminder

START = date(2024, 3, 4)


def test_nothing_is_overdue_at_first(desk):
    assert overdue(desk, START) == []


def test_loans_that_are_running_are_not_overdue(desk):
    desk.lend("11", 1, START)
    assert overdue(desk, START + timedelta(28)) == []


def test_the_longest_overdue_comes_first(desk):
    desk.lend("22", 1, START + timedelta(2))
    desk.lend("11", 1, START)
    late = overdue(desk, START + timedelta(40))
    assert [loan.barcode for loan in late] == ["11-1", "22-1"]


def test_loans_due_soon(desk):
    desk.lend("11", 1, START)
    desk.lend("22", 3, START)
    assert [loan.barcode for loan in due_soon(desk, START + timedelta(26))] == ["11-1"]


def test_most_read(desk):
    for reader, isbn in ((1, "33"), (2, "11"), (3, "33")):
        desk.lend(isbn, reader, START)
    assert most_read(desk, [1, 2, 3], 1) == [("Bread", 2)]


def test_reminders(desk):
    loan = desk.lend("33", 2, START)
    assert reminder(desk, loan, START) == "Dear Bob, 'Bread' is due on 2024-04-01."
    assert reminder(desk, loan, date(2024, 4, 2)) == "Dear Bob, 'Bread' was due on 2024-04-01."


def test_loans_as_csv(desk):
    desk.lend("33", 2, START)
    assert (
        loans_csv(desk.loans, desk.catalogue).splitlines()[1]
        == "33-1,Bread,2,2024-03-04,2024-04-01"
    )


def test_fines_as_csv(desk):
    desk.readers[2].fines = 50
    assert fines_csv(desk.readers.owing()) == "reader,name,cents\n2,Bob,50\n"
