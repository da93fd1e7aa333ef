import pytest

from subs.money import percent_of, share_of, show


@pytest.mark.parametrize(("cents", "percent", "result"), [(900, 19, 171), (50, 1, 1), (-50, 1, -1)])
def test_percentages(cents, percent, result):
    assert percent_of(cents, percent) == result


@pytest.mark.parametrize(("part", "result"), [(0, 0), (1, 33), (2, 67), (3, 100)])
def test_shares(part, result):
    assert share_of(100, part, 3) == result


def test_no_share_of_nothing():
    with pytest.raises(ValueError):
        share_of(100, 1, 0)


@pytest.mark.parametrize(
    ("cents", "text"), [(5, "0.05 EUR"), (123_456_78, "123,456.78 EUR"), (-150, "-1.50 EUR")]
)
def test_money_is_shown(cents, text):
    assert show(cents) == text
