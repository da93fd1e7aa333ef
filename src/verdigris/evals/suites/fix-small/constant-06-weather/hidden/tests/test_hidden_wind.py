from datetime import date

import pytest

from weatherlog import Collector, parse
from weatherlog.derived import BEAUFORT, beaufort
from weatherlog.report import SAILOR, report
from weatherlog.units import UNITS, show, to_ours


@pytest.mark.parametrize("knots", [0, 1, 7, 22.5, 34, 48, 64, 100])
def test_a_knot_is_a_nautical_mile_an_hour(knots):
    assert to_ours("wind", knots, "kt") == pytest.approx(knots * 1852 / 3600)
    assert to_ours("wind", knots, "kt") == pytest.approx(to_ours("wind", knots * 1.852, "km/h"))


def test_all_units_are_read_back_as_they_were_shown():
    for kind, names in UNITS.items():
        for name, unit in names.items():
            assert unit.from_ours(unit.to_ours(17.25)) == pytest.approx(17.25), (kind, name)


@pytest.mark.parametrize(
    ("knots", "force"), [(3, 1), (10, 3), (15, 4), (20, 5), (33, 7), (34, 8), (47, 9), (63, 11)]
)
def test_forces_by_the_sailors_table(knots, force):
    assert beaufort(to_ours("wind", knots, "kt")) == force


def test_a_sailors_report():
    collector = Collector()
    collector.take(["KIE;2024-03-01T12:00;wind=35kt", "HAM;2024-03-01T12:00;wind=10m/s"])
    lines = report(collector, date(2024, 3, 1), SAILOR).splitlines()
    assert lines[0] == "Hamburg: wind up to 19 kt"
    assert lines[1] == "Kiel: wind up to 35 kt; ! gale, force 8"


def test_knots_in_messages():
    assert parse("KIE;2024-03-01T12:00;wind=20kt").get("wind") == pytest.approx(10.2889, abs=0.001)
    assert show("wind", BEAUFORT[-1], "kt", 0) == "64 kt"
