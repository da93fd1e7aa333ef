from thermometer import Thermometer


def after(*measurements):
    thermometer = Thermometer()
    for degrees in measurements:
        thermometer.record(degrees)
    return thermometer.coldest(), thermometer.warmest(), thermometer.swing()


def test_no_measurement():
    assert after() == (None, None, 0)


def test_one_measurement():
    assert after(12) == (12, 12, 0)
    assert after(-12) == (-12, -12, 0)


def test_several_measurements():
    assert after(12, 19, 7, 15) == (7, 19, 12)
    assert after(1, 2, 3) == (1, 3, 2)
    assert after(3, 2, 1) == (1, 3, 2)


def test_only_frost():
    assert after(-5, -20, -8) == (-20, -5, 15)


def test_frost_and_thaw():
    assert after(-5, 6) == (-5, 6, 11)


def test_zero_degrees():
    assert after(0) == (0, 0, 0)
    assert after(0, 5) == (0, 5, 5)
    assert after(0, -5) == (-5, 0, 5)


def test_the_same_again():
    assert after(4, 4, 4) == (4, 4, 0)


def test_it_can_be_asked_in_between():
    thermometer = Thermometer()
    thermometer.record(10)
    assert thermometer.swing() == 0
    thermometer.record(4)
    assert (thermometer.coldest(), thermometer.warmest(), thermometer.swing()) == (4, 10, 6)


def test_two_thermometers():
    one, two = Thermometer(), Thermometer()
    one.record(5)
    assert two.coldest() is None
