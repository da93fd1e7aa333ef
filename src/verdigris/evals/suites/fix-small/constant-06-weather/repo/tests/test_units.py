import pytest

from weatherlog.errors import UnknownUnit
from weatherlog.units import show, to_ours


@pytest.mark.parametrize(
    ("kind", "value", "name", "ours"),
    [
        ("temp", -2.5, "C", -2.5),
        ("temp", 212, "F", 100),
        ("temp", 273.15, "K", 0),
        ("wind", 36, "km/h", 10),
        ("wind", 10, "kt", 5.14444),
        ("wind", 10, "mph", 4.4704),
        ("pressure", 101.3, "kPa", 1013),
        ("pressure", 29.92, "inHg", 1013.2076),
        ("pressure", 760, "mmHg", 1013.25),
        ("rain", 1, "in", 25.4),
        ("rain", 0.3, "cm", 3),
    ],
)
def test_units_are_converted(kind, value, name, ours):
    assert to_ours(kind, value, name) == pytest.approx(ours, rel=1e-5, abs=1e-9)


@pytest.mark.parametrize(("kind", "name"), [("wind", "C"), ("sun", "h"), ("temp", "c")])
def test_strange_units(kind, name):
    with pytest.raises(UnknownUnit):
        to_ours(kind, 1, name)


@pytest.mark.parametrize(
    ("kind", "value", "name", "text"),
    [("temp", 0, "F", "32.0 F"), ("wind", 10, "km/h", "36.0 km/h"), ("temp", -0.04, "C", "0.0 C")],
)
def test_values_are_shown(kind, value, name, text):
    assert show(kind, value, name) == text
