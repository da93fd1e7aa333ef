from durations import describe


def test_one_unit():
    assert describe(0) == "0 s"
    assert describe(1) == "1 s"
    assert describe(59) == "59 s"
    assert describe(60) == "1 min"
    assert describe(3600) == "1 h"
    assert describe(86400) == "1 d"


def test_two_units():
    assert describe(61) == "1 min 1 s"
    assert describe(7500) == "2 h 5 min"
    assert describe(90000) == "1 d 1 h"


def test_units_that_are_zero_are_passed_over():
    assert describe(86405) == "1 d 5 s"
    assert describe(3605) == "1 h 5 s"


def test_what_is_smaller_is_dropped():
    assert describe(3661) == "1 h 1 min"
    assert describe(2 * 86400 + 3 * 3600 + 59 * 60 + 59) == "2 d 3 h"
    assert describe(10 * 86400 + 59) == "10 d 59 s"


def test_negative_numbers():
    assert describe(-90) == "-1 min 30 s"
    assert describe(-1) == "-1 s"
