import random

from hub import Hub, Sensor
from hub.sensor import Counter, Thermometer


def test_sensors_do_not_mix():
    numbers = random.Random(2)
    hub, wanted = Hub(), {}
    for i in range(5):
        hub.add(Sensor(f"s{i}"))
        wanted[f"s{i}"] = "-"
    for second in range(50):
        name, value = f"s{numbers.randrange(5)}", numbers.randrange(100)
        hub.record(name, second, value)
        wanted[name] = f"{value}"
        assert hub.latest() == wanted


def test_kinds_do_not_mix():
    first, second, third = Thermometer("a"), Counter("b"), Thermometer("c")
    first.record(0, 2931.5)
    second.record(0, 7)
    assert (len(first.readings), len(second.readings), len(third.readings)) == (1, 1, 0)


def test_a_hub_hears_only_its_own_sensors():
    first, second = Hub(), Hub()
    first.add(Sensor("x", limit=1))
    second.add(Sensor("y", limit=1))
    first.record("x", 0, 5)
    assert len(first.alarms) == 1 and second.alarms == []


def test_means():
    sensors = [Sensor("a"), Sensor("b")]
    for value in (1, 2, 3):
        sensors[0].record(value, value)
        sensors[1].record(value, 10 * value)
    assert [sensor.mean() for sensor in sensors] == [2, 20]
