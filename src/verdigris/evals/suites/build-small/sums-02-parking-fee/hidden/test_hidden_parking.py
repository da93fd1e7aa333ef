from parking import parking_fee


def test_short_stays_are_free():
    assert parking_fee(0) == 0
    assert parking_fee(12) == 0
    assert parking_fee(30) == 0


def test_one_hour():
    assert parking_fee(31) == 200
    assert parking_fee(60) == 200


def test_second_hour():
    assert parking_fee(61) == 400
    assert parking_fee(90) == 400
    assert parking_fee(120) == 400


def test_several_hours():
    assert parking_fee(200) == 800
    assert parking_fee(300) == 1000
    assert parking_fee(420) == 1400


def test_never_more_than_1500():
    assert parking_fee(421) == 1500
    assert parking_fee(1000) == 1500
