import pytest

from grid import place, position
from route import corner, length, route


def test_places():
    assert place(2, 7) == "C7"
    assert position("D12") == (3, 12)
    with pytest.raises(ValueError):
        place(0, 0)


def test_corner():
    assert corner("A1", "C4") == "C1"


def test_sideways():
    assert route("B2", "D2") == ["B2", "C2", "D2"]


def test_with_a_turn():
    assert route("A1", "B3") == ["A1", "B1", "B2", "B3"]
    assert route("C3", "B1") == ["C3", "B3", "B2", "B1"]


def test_length():
    assert length("B2", "B2") == 0
