import pytest

from filters import difference, framed, inverted
from image import Image


@pytest.mark.parametrize("use", [inverted, framed, lambda i: framed(i, 200)])
def test_the_original_stays(use):
    rows = [[x * y % 256 for x in range(1, 8)] for y in range(1, 6)]
    image = Image([list(row) for row in rows])
    use(image)
    assert image.rows == rows


def test_twice_is_as_before():
    image = Image([[1, 2], [3, 254]])
    assert difference(image, inverted(inverted(image))) == 0
    assert inverted(image).rows == [[254, 253], [252, 1]]
