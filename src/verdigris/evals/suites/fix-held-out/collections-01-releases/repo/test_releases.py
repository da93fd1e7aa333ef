import pytest

from releases import Release, latest, newer_than, ordered


def texts(releases):
    return [str(r) for r in releases]


def test_parse():
    assert Release.parse("v1.2.3-beta") == Release("1.2.3", "beta")
    assert Release.parse(" 2.0 ") == Release("2.0")


def test_no_version():
    with pytest.raises(ValueError):
        Release.parse("latest")


def test_single_digits():
    assert texts(ordered(["1.3", "0.9", "1.2.5"])) == ["0.9", "1.2.5", "1.3"]


def test_labels_come_before_the_release():
    assert texts(ordered(["2.0", "2.0-beta", "2.0-alpha"])) == ["2.0-alpha", "2.0-beta", "2.0"]


def test_latest():
    assert str(latest(["v1.8", "v1.10", "v1.9"])) == "1.10"


def test_latest_with_labels():
    assert str(latest(["1.0", "1.1-rc"])) == "1.0"
    assert str(latest(["1.0", "1.1-rc"], labelled=True)) == "1.1-rc"
    assert latest([]) is None


def test_newer_than():
    assert texts(newer_than(["1.0", "1.1", "1.2"], "1.1")) == ["1.2"]
