import pytest

from thermostat import Thermostat


@pytest.fixture
def heard():
    return []


@pytest.fixture
def thermostat(heard):
    thermostat = Thermostat()
    thermostat.changed.connect(heard.append)
    return thermostat


def test_turned(thermostat, heard):
    thermostat.turn(22)
    thermostat.turn(99)
    assert heard == [22, 30]


def test_away(thermostat, heard):
    thermostat.leave()
    assert heard == [7]
    assert not thermostat.heats(15)


def test_back_again(thermostat, heard):
    thermostat.leave()
    thermostat.come_back()
    assert thermostat.aim == 20
    assert heard == [7, 20]


def test_turned_while_away(thermostat, heard):
    thermostat.leave()
    thermostat.turn(18)
    assert heard == [7, 7]


def test_heats(thermostat):
    assert thermostat.heats(19)
    assert not thermostat.heats(19.5)
