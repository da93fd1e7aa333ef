import pytest
from hub import Hub, Sensor
from hub.sensor import Thermometer


@pytest.fixture
def hub():
    hub = Hub()
    hub.add(Thermometer("kitchen", limit=30))
    hub.add(Sensor("door"))
    return hub


def test_two_of_a_name(hub):
    with pytest.raises(ValueError):
        hub.add(Sensor("door"))


def test_latest(hub):
    hub.record("kitchen", 5, 2941.5)
    assert hub.latest() == {"door": "-", "kitchen": "21 °C"}


def test_silent(hub):
    hub.record("kitchen", 100, 2941.5)
    assert hub.silent(120) == ["door"]


def test_alarm(hub):
    hub.record("kitchen", 1, 3141.5)
    assert [name for name, _ in hub.alarms] == ["kitchen"]
