import pytest

from canvas import Strip


@pytest.mark.parametrize("at", range(5))
@pytest.mark.parametrize("width", [1, 2, 9])
def test_wipe(at, width):
    strip = Strip("wxyz")
    strip.move(at)
    strip.wipe(width)
    assert strip.dots == "wxyz"[:at] + "wxyz"[at + width :]
    assert strip.stale
    assert strip.frame == 2
    strip.draw()
    assert not strip.stale


def test_each_stroke_counts_once():
    strip = Strip("aaa")
    strip.stamp("b")
    strip.wipe(1)
    strip.wipe(1)
    strip.recolour("b", "c")
    assert strip.frame == 5
