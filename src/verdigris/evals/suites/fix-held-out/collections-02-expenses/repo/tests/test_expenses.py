from datetime import date

import pytest

from expenses.book import Book
from expenses.budget import Budget
from expenses.grouping import grouped
from expenses.reader import ReadError, cents, read
from expenses.report import highlights, money, month_report
from expenses.trend import busiest_day, changes, monthly

LINES = """
# March
2024-03-01; food; 12.50; market
2024-03-02; Rent; 800
2024-03-02; fun; 9.90; cinema
2024-04-01; rent; 800
2024-04-03; food; 20
""".splitlines()


@pytest.fixture
def book():
    return Book(read(LINES))


def test_amounts():
    assert [cents(t) for t in ("12", "12.5", "-0.05")] == [1200, 1250, -5]
    with pytest.raises(ValueError):
        cents("1.234")


def test_read(book):
    assert len(book) == 5
    assert book.months() == ["2024-03", "2024-04"]
    assert [e.category for e in book][:2] == ["food", "rent"]


def test_bad_lines():
    with pytest.raises(ReadError) as caught:
        list(read(["", "2024-13-01; food; 1"]))
    assert caught.value.number == 2


def test_entries_are_kept_by_day(book):
    (late,) = read(["2024-03-01; fun; 5"])
    book.add(late)
    assert [e.category for e in book][:3] == ["food", "fun", "rent"]


def test_grouped(book):
    groups = grouped(book.of_month("2024-04"), "day")
    assert [(g.name.day, g.cents) for g in groups] == [(1, 80000), (3, 2000)]


def test_categories_of_a_month(book):
    for entry in read(["2024-03-03; food; 7.50", "2024-03-09; fun; 10"]):
        book.add(entry)
    groups = grouped(book.of_month("2024-03"), "category")
    assert [(g.name, g.cents) for g in groups] == [("food", 2000), ("fun", 1990), ("rent", 80000)]


def test_budget(book):
    assert Budget(food=1000).exceeded(book.of_month("2024-03")) == {"food": 250}
    assert Budget(food=1000, books=500).left(book.of_month("2024-03")) == {"food": 0, "books": 500}


def test_trend(book):
    assert monthly(book) == [("2024-03", 82240), ("2024-04", 82000)]
    assert changes(book, "food") == [("2024-04", 750)]


def test_busiest_day(book):
    assert busiest_day(book) == date(2024, 3, 2)
    assert busiest_day(Book()) is None


def test_money():
    assert [money(c) for c in (5, -1205, 100)] == ["0.05", "-12.05", "1.00"]


def test_report(book):
    text = month_report(book, "2024-03", Budget(food=1000))
    assert text.splitlines()[2:] == [
        "food               12.50 !",
        "fun                 9.90",
        "rent              800.00",
        "-" * 24,
        "total             822.40",
    ]


def test_highlights(book):
    assert list(highlights(book, 1)) == ["rent 1600.00 (most: 800.00 on 2024-03-02)"]
