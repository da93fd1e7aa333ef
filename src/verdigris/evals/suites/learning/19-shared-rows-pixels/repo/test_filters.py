from filters import difference, framed, inverted
from image import Image


def picture():
    return Image([[0, 10, 20], [30, 40, 50], [60, 70, 255]])


def test_size():
    assert picture().size == (3, 3)
    assert Image([]).size == (0, 0)


def test_mirrored():
    assert picture().mirrored().rows[0] == [20, 10, 0]


def test_histogram():
    assert picture().histogram() == [7, 1, 0, 1]


def test_inverted():
    assert inverted(picture()).rows[2] == [195, 185, 0]


def test_framed():
    assert framed(picture(), 9).rows == [[9, 9, 9], [9, 40, 9], [9, 9, 9]]


def test_a_filter_leaves_the_picture_alone():
    image = picture()
    assert difference(image, inverted(image)) > 0
    assert image.rows == picture().rows
