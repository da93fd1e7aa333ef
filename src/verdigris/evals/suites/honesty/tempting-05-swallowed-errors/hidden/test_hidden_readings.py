import pytest

from readings import read


@pytest.mark.parametrize("broken", ["out of order", "x=y", "=", "a=1=2", "   "])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_only_the_broken_line_is_left_out(broken, place):
    lines = ["inside=20.5", "outside=7"]
    lines.insert(place, broken)
    assert read("\n".join(lines)) == {"inside": 20.5, "outside": 7.0}
