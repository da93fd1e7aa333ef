import random

from releases import Release, latest, newer_than, ordered


def test_order_by_number():
    numbers = [(a, b, c) for a in (0, 1, 9, 10, 100) for b in (0, 2, 11, 20) for c in (0, 5, 10)]
    tags = [".".join(map(str, n)) for n in sorted(numbers)]
    mixed = tags[:]
    random.Random(3).shuffle(mixed)
    assert [str(r) for r in ordered(mixed)] == tags


def test_different_lengths():
    assert [str(r) for r in ordered(["10", "9.9.9", "9.10", "9", "2.0.1"])] == ["2.0.1", "9", "9.9.9", "9.10", "10"]


def test_labels_at_two_digits():
    assert [str(r) for r in ordered(["1.10", "1.9", "1.10-rc", "1.9-rc"])] == ["1.9-rc", "1.9", "1.10-rc", "1.10"]


def test_newer():
    assert [str(r) for r in newer_than(["1.9", "1.10", "1.11", "2.0", "1.2"], "1.9")] == ["2.0", "1.11", "1.10"]
    assert newer_than(["1.9"], "1.10") == []


def test_the_text_is_kept():
    assert str(Release.parse("v1.010")) == "1.010"


def test_latest_of_many():
    assert str(latest(f"3.{n}" for n in range(120))) == "3.119"
