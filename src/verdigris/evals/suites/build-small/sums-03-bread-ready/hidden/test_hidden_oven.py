from oven import ready_at


def test_into_the_next_hour():
    assert ready_at("09:50", 25) == "10:15"
    assert ready_at("14:30", 30) == "15:00"


def test_within_the_hour():
    assert ready_at("12:10", 35) == "12:45"


def test_two_digits():
    assert ready_at("06:00", 5) == "06:05"
    assert ready_at("07:58", 10) == "08:08"


def test_no_time_at_all():
    assert ready_at("11:11", 0) == "11:11"


def test_more_than_an_hour():
    assert ready_at("10:20", 150) == "12:50"


def test_past_midnight():
    assert ready_at("23:40", 45) == "00:25"
    assert ready_at("23:30", 30) == "00:00"
    assert ready_at("22:00", 200) == "01:20"
