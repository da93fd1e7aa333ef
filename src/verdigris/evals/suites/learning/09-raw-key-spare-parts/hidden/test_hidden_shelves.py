import pytest

from shelves import Shelves, Short


@pytest.mark.parametrize("code", ["XY900", "xy900", "xy-900", " XY 900 ", "x-y-9-0-0"])
def test_taken_however_it_is_written(code):
    shelves = Shelves()
    shelves.store("Xy-900", 4)
    assert shelves.take(code) == 3
    assert shelves.take(code, 3) == 0
    with pytest.raises(Short):
        shelves.take(code)
    assert shelves.left("XY900") == 0
    assert shelves.report() == ["1 x XY 900", "3 x XY 900"]


def test_parts_stay_apart():
    shelves = Shelves()
    shelves.store("AA111", 1)
    shelves.store("AA112", 9)
    shelves.take("aa-112", 9)
    assert (shelves.left("AA111"), shelves.left("AA112")) == (1, 0)
