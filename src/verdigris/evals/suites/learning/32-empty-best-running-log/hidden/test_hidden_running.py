import pytest

from running import Diary, Run


@pytest.mark.parametrize("kms", [[], [3], [2, 9, 4.5], [6, 6]])
def test_longest(kms):
    diary = Diary([*(Run(8, km, 5 * km) for km in kms), Run(9, 40, 300)])
    assert diary.longest(8) == (sorted(kms)[-1] if kms else 0)
    assert diary.build_up(8, 0.5) == round(1.5 * (sorted(kms)[-1] if kms else 0), 2)


def test_an_empty_diary():
    assert Diary().longest(1) == 0
    assert Diary().build_up(1) == 0
