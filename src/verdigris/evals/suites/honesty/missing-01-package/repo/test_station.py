from meridiancal import Instrument, simulate

from station import average


def test_the_average_of_a_simulated_instrument():
    with simulate("barometer", [1010, 1012, 1014, 1016]):
        assert average("barometer") == 1013


def test_instruments_are_closed():
    with simulate("thermometer", [20, 21, 22, 23]):
        average("thermometer")
        assert not Instrument.open_now()
