from datetime import date

import pytest

from weatherlog import Collector
from weatherlog.errors import UnknownStation
from weatherlog.export import to_csv
from weatherlog.report import AMERICAN, report

DAY = date(2024, 3, 1)
LINES = [
    "HAM;2024-03-01T06:00;temp=-2.5C;wind=18km/h;direction=350deg",
    "HAM;2024-03-01T12:00;temp=4.5C;wind=36km/h;rain=0.4mm;direction=10deg",
    "KIE;2024-03-01T12:00;temp=3C;rain=3.2cm",
]


@pytest.fixture
def collector():
    collector = Collector()
    assert collector.take(LINES) == 3
    return collector


def test_the_latest_reading(collector):
    assert collector.latest("HAM").get("temp") == 4.5
    assert collector.latest("BRO") is None


def test_strangers_and_nonsense_are_rejected(collector):
    assert collector.take(["XYZ;2024-03-01T06:00", "nonsense"]) == 0
    assert collector.rejected == 2


def test_unknown_stations(collector):
    with pytest.raises(UnknownStation):
        collector.readings("XYZ")


def test_impossible_values_are_left_out(collector):
    collector.take(["BRO;2024-03-01T18:00;temp=99C;humidity=80%"])
    assert collector.latest("BRO").values == {"humidity": 80}
    assert collector.notes[-1].text == "99 is outside -50 to 50"


def test_a_brisk_wind_in_knots_is_possible(collector):
    collector.take(["KIE;2024-03-01T18:00;wind=60kt"])
    assert collector.notes == []
    assert collector.latest("KIE").get("wind") == pytest.approx(30.8667, abs=0.001)


def test_sudden_changes_are_left_out(collector):
    collector.take(["HAM;2024-03-01T12:30;temp=14C"])
    assert collector.latest("HAM").values == {}
    assert collector.notes[-1].text == "from 4.5 to 14 in 0.5 h"


def test_readings_of_a_day(collector):
    collector.take(["HAM;2024-03-02T06:00;temp=1C"])
    assert len(collector.readings("HAM", DAY)) == 2


def test_a_report(collector):
    assert report(collector, DAY).splitlines() == [
        "Hamburg: -2.5 C to 4.5 C, wind up to 36 km/h, rain 0.4 mm; ! frost",
        "Kiel: 3.0 C to 3.0 C, rain 32.0 mm; ! heavy rain, 32 mm",
        "Brocken: no readings",
    ]


def test_a_report_for_americans(collector):
    first = report(collector, DAY, AMERICAN).splitlines()[0]
    assert first == "Hamburg: 27.5 F to 40.1 F, wind up to 22 mph, rain 0.0 in; ! frost"


def test_csv(collector):
    assert to_csv(collector.readings("KIE"), ["temp", "wind"]) == (
        "station,time,temp,wind\nKIE,2024-03-01T12:00,3.00,\n"
    )
