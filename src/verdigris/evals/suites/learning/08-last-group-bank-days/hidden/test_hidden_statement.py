import random

from statement import Booking, balance, by_day, overdrawn


def test_nothing_is_lost():
    numbers = random.Random(9)
    for _ in range(50):
        days = sorted(numbers.choices("abcde", k=numbers.randint(0, 9)))
        bookings = [Booking(day, numbers.randint(-99, 99)) for day in days]
        expected = {}
        for each in bookings:
            expected[each.day] = expected.get(each.day, 0) + each.cents
        assert by_day(bookings) == list(expected.items())
        assert [day for day, _ in balance(bookings)] == list(expected)


def test_a_day_that_comes_to_nothing():
    assert by_day([Booking("x", 5), Booking("x", -5)]) == [("x", 0)]
    assert overdrawn([Booking("x", -5)]) == ["x"]
