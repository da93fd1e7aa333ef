import pytest

from measure.outliers import outliers
from measure.pairs import Pairs
from measure.report import line
from measure.running import Running


def test_the_mean():
    assert Running([2, 4, 9]).mean == pytest.approx(5)


def test_the_variance_of_a_sample():
    assert Running([2, 4, 9]).variance == pytest.approx(13)


def test_equal_values_do_not_spread():
    assert Running([7, 7, 7]).variance == 0


def test_one_value_has_no_spread():
    with pytest.raises(ValueError):
        _ = Running([1]).variance


def test_merging_is_like_adding():
    merged = Running([1, 2]).merged(Running([6, 7, 9]))
    assert merged.count == 5
    assert merged.mean == pytest.approx(5)


def test_the_covariance_of_a_sample():
    assert Pairs([(1, 2), (2, 4), (3, 9)]).covariance == pytest.approx(3.5)


def test_unrelated_values_have_no_slope():
    assert Pairs([(1, 5), (2, 5), (3, 5)]).slope == 0


def test_predictions_follow_the_line():
    assert Pairs([(0, 1), (2, 5)]).predict(4) == pytest.approx(9)


def test_a_far_value_is_an_outlier():
    assert list(outliers([1, 2, 1, 2, 50, 1])) == [4]


def test_a_series_of_one_value():
    assert line("depth", [1]) == "depth: too few values"
