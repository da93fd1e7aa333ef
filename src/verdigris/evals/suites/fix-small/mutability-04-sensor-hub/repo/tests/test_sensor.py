from hub import Reading, Sensor
from hub.sensor import Counter, Thermometer


def test_last():
    sensor = Sensor("a")
    sensor.record(1, 5)
    assert sensor.last == Reading(1, 5)


def test_keep():
    sensor = Sensor("a", keep=2)
    for second in range(5):
        sensor.record(second, second)
    assert [reading.second for reading in sensor.readings] == [3, 4]


def test_thermometer():
    assert Thermometer("t").record(0, 2931.5).value == 20.0


def test_counter():
    counter = Counter("c")
    assert [counter.record(i, raw).value for i, raw in enumerate((100, 103, 110))] == [0, 3, 7]


def test_a_new_sensor_has_no_readings():
    Sensor("a").record(0, 1)
    assert Sensor("b").readings == []
    assert Sensor("b").mean() is None


def test_alarm_when_crossed():
    heard = []
    sensor = Sensor("a", limit=10)
    sensor.listeners.append(lambda name, reading: heard.append((name, reading.value)))
    for second, value in enumerate((9, 11, 12, 8, 13)):
        sensor.record(second, value)
    assert heard == [("a", 11), ("a", 13)]
