from trains import wait


def test_example():
    assert wait("23:50", ["12:00", "06:10"]) == 380


def test_later_today():
    assert wait("07:45", ["07:30", "08:05", "09:00"]) == 20
    assert wait("10:50", ["11:10"]) == 20


def test_any_order():
    assert wait("09:00", ["18:00", "08:00", "09:35", "12:15"]) == 35


def test_leaves_exactly_now():
    assert wait("08:05", ["09:00", "08:05"]) == 0


def test_only_tomorrow():
    assert wait("08:06", ["08:05"]) == 1439
    assert wait("22:00", ["21:00", "05:30", "00:15"]) == 135


def test_empty_list():
    assert wait("08:00", []) is None
