import random
from collections import Counter
from datetime import date, timedelta

import pytest

from expenses.book import Book
from expenses.budget import Budget
from expenses.entry import Entry
from expenses.grouping import grouped, top
from expenses.report import highlights, month_report


def entries(seed, count=60):
    rng = random.Random(seed)
    start = date(2024, 1, 1)
    return [
        Entry(start + timedelta(days=rng.randrange(90)), rng.choice("dbeac"), rng.randint(-500, 5000), str(n))
        for n in range(count)
    ]


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("attribute", ["category", "day", "month"])
def test_one_group_for_each_value(seed, attribute):
    data = entries(seed)
    groups = grouped(data, attribute)
    names = [g.name for g in groups]
    assert names == sorted({getattr(e, attribute) for e in data})
    for group in groups:
        assert group.entries == [e for e in data if getattr(e, attribute) == group.name]


@pytest.mark.parametrize("seed", range(5))
def test_generators_can_be_grouped(seed):
    data = entries(seed)
    assert grouped(iter(data), "category") == grouped(data, "category")


def test_the_input_is_left_alone():
    data = entries(1)
    before = list(data)
    grouped(data, "category")
    assert data == before


def test_budget_over_several_entries():
    data = [Entry(date(2024, 1, d), c, 400) for d, c in enumerate("abab", start=1)]
    assert Budget(a=700, b=800).exceeded(data) == {"a": 100}
    assert Budget(a=700, b=1000).left(data) == {"a": 0, "b": 200}


def test_report_has_a_line_for_each_category():
    book = Book(entries(4))
    lines = month_report(book, "2024-02").splitlines()[2:-2]
    names = [line.split()[0] for line in lines]
    assert names == sorted(set(names))


def test_top():
    sums = Counter()
    data = entries(6)
    for e in data:
        sums[e.category] += e.cents
    expected = sorted(sums, key=lambda n: (-sums[n], n))[:3]
    assert [g.name for g in top(grouped(data, "category"), 3)] == expected
    assert [line.split()[0] for line in highlights(Book(data))] == expected


def test_nothing():
    assert grouped([], "category") == []
