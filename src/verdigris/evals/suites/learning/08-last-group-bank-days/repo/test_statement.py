from statement import Booking, balance, by_day, line, overdrawn

THREE_DAYS = [Booking("mon", 500), Booking("mon", -200), Booking("tue", -900), Booking("wed", 50)]


def test_the_first_days():
    assert by_day(THREE_DAYS)[:2] == [("mon", 300), ("tue", -900)]


def test_nothing_booked():
    assert by_day([]) == []
    assert overdrawn([]) == []


def test_all_days():
    assert by_day(THREE_DAYS) == [("mon", 300), ("tue", -900), ("wed", 50)]


def test_one_booking():
    assert by_day([Booking("sat", 70)]) == [("sat", 70)]


def test_balance():
    assert balance(THREE_DAYS, 1000)[0] == ("mon", 1300)
    assert overdrawn(THREE_DAYS, 1000) == []


def test_line():
    assert line("mon", -1205) == "mon -12.05"
    assert line("tue", 7) == "tue +0.07"
