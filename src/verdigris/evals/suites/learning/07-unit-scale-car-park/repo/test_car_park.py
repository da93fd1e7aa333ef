from car_park import Tariff, blocks, minutes_between, price, receipt


def test_minutes():
    assert minutes_between("09:05", "11:00") == 115
    assert minutes_between("23:30", "00:15") == 45


def test_a_short_stop_is_free():
    assert price("10:00", "10:20") == 0


def test_one_block():
    assert price("10:00", "11:45") == 300


def test_a_block_that_is_begun_counts():
    assert price("08:00", "12:01") == 900
    assert blocks(61, Tariff(hours_a_block=1)) == 2


def test_no_more_than_a_day():
    assert price("06:00", "22:00") == 1500


def test_receipt():
    assert receipt("12:00", "12:10") == "12:00-12:10 0.00"
