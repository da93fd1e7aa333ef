import pytest
from compare import agreement, differences
from report import loss, report
from stock import Stock, book, count

EXPECTED = Stock({"bolt": 10, "nut": 4, "saw": 1})


def test_book():
    assert book([("nut", 3), ("nut", -1), ("saw", 1), ("saw", -1)]) == Stock({"nut": 2})


def test_count_with_boxes():
    found = count(["nut", "B7", "nut"], {"B7": ("bolt", 50)})
    assert found == Stock({"nut": 2, "bolt": 50})


def test_nothing_differs():
    assert differences(EXPECTED, EXPECTED) == []


def test_missing():
    [only] = differences(EXPECTED, Stock({"bolt": 10, "nut": 1, "saw": 1}))
    assert (only.article, only.missing, only.extra) == ("nut", 3, 0)


def test_report():
    found = Stock({"bolt": 12, "nut": 4, "axe": 2})
    assert report(EXPECTED, found) == (
        "axe: 2 too many\nbolt: 2 too many\nsaw: 1 missing\n33% of the articles agree"
    )


def test_loss():
    found = Stock({"bolt": 9, "nut": 5, "saw": 1})
    assert loss(EXPECTED, found, {"bolt": 10, "nut": 3}) == 7


@pytest.mark.parametrize(("found", "share"), [({}, 0), ({"bolt": 10, "nut": 4, "saw": 1}, 1)])
def test_agreement(found, share):
    assert agreement(EXPECTED, Stock(found)) == share


def test_agreement_with_nothing():
    assert agreement(Stock(), EXPECTED) == 1
