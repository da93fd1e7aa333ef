import pytest

from codes import is_code, plain, spoken
from shelves import Shelves, Short


@pytest.fixture
def shelves():
    shelves = Shelves()
    shelves.store("AB1234", 5)
    shelves.store("cd-77-88", 2)
    return shelves


def test_codes():
    assert plain(" ab-1 234") == "AB1234"
    assert is_code("ab 123") and not is_code("abc")
    assert spoken("cd-7788") == "CD 7788"


def test_left(shelves):
    assert shelves.left("ab-1234") == 5
    assert shelves.left("zz000") == 0


def test_more_of_the_same(shelves):
    assert shelves.store("ab 1234", 3) == 8


def test_take(shelves):
    assert shelves.take("AB1234", 2) == 3
    assert shelves.report() == ["2 x AB 1234"]


def test_take_by_a_code_with_dashes(shelves):
    assert shelves.take("ab-12-34", 4) == 1
    assert shelves.left("AB1234") == 1


def test_too_few(shelves):
    with pytest.raises(Short):
        shelves.take("CD7788", 3)
    assert shelves.left("CD7788") == 2
