from thermostat import Thermostat


def test_every_change_is_told_once():
    thermostat, one, two = Thermostat(21), [], []
    thermostat.changed.connect(one.append)
    thermostat.changed.connect(two.append)
    thermostat.leave()
    thermostat.turn(17)
    thermostat.come_back()
    thermostat.turn(16)
    thermostat.leave()
    thermostat.come_back()
    assert one == two == [7, 7, 17, 16, 7, 16]


def test_nothing_is_told_for_nothing():
    thermostat, heard = Thermostat(), []
    thermostat.changed.connect(heard.append)
    assert thermostat.aim == 20 and thermostat.heats(3)
    assert heard == []
