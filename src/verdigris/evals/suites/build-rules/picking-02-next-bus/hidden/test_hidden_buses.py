from buses import next_bus


def test_the_example():
    assert next_bus(["09:30", "07:15", "12:00"], "08:00") == "09:30"


def test_times_in_any_order():
    assert next_bus(["22:10", "18:40", "20:25", "06:00"], "19:00") == "20:25"
    assert next_bus(["12:00", "11:59", "11:58"], "11:00") == "11:58"


def test_minutes_count():
    assert next_bus(["08:05", "08:50"], "08:20") == "08:50"


def test_right_now():
    assert next_bus(["08:00", "09:00"], "08:00") == "08:00"
    assert next_bus(["08:00"], "08:00") == "08:00"


def test_the_last_bus_has_gone():
    assert next_bus(["09:30", "07:15", "12:00"], "23:00") == "07:15"
    assert next_bus(["12:00"], "12:01") == "12:00"


def test_no_buses():
    assert next_bus([], "08:00") is None


def test_at_midnight():
    assert next_bus(["23:59", "00:10"], "00:00") == "00:10"
