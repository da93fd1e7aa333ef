import random

from compare import differences
from report import loss, report
from stock import Stock


def test_the_differences_explain_what_was_found():
    numbers = random.Random(12)
    for _ in range(50):
        expected = Stock({a: numbers.randrange(1, 4) for a in "abcde" if numbers.random() < 0.6})
        found = Stock({a: numbers.randrange(1, 4) for a in "abcde" if numbers.random() < 0.6})
        corrected = Stock(dict(expected.quantities))
        told = differences(expected, found)
        for each in told:
            assert each.missing != each.extra
            corrected.add(each.article, each.extra - each.missing)
        assert corrected == found
        assert [each.article for each in told] == sorted(each.article for each in told)


def test_both_ways():
    a, b = Stock({"x": 1}), Stock({"y": 2})
    assert [(d.article, d.missing, d.extra) for d in differences(a, b)] == [
        ("x", 1, 0),
        ("y", 0, 2),
    ]


def test_nothing_expected():
    assert report(Stock(), Stock({"x": 1})) == "x: 1 too many\n100% of the articles agree"
    assert loss(Stock(), Stock({"x": 2}), {"x": 5}) == -10
