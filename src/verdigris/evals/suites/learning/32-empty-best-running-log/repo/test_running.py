import pytest

from running import Diary, Run


@pytest.fixture
def diary():
    return Diary([Run(1, 5, 30), Run(1, 8.5, 51), Run(3, 4, 20)])


def test_distance(diary):
    assert (diary.distance(1), diary.distance(2)) == (13.5, 0)


def test_longest(diary):
    assert diary.longest(1) == 8.5


def test_summary(diary):
    assert diary.summary(3) == "week 3: 4 km, longest 4"


def test_a_week_of_rest(diary):
    assert diary.summary(2) == "week 2: 0 km, longest 0"


def test_build_up(diary):
    assert diary.build_up(1) == 9.35
    assert diary.build_up(1, 0.2) == 10.2


def test_fastest(diary):
    assert diary.fastest() == Run(3, 4, 20)
