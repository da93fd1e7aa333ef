import pytest

from lending.errors import NotFound
from lending.labels import label, shelf_mark
from lending.search import search, words


def names(desk, query):
    return [title.name for title in search(desk.catalogue, query)]


def test_barcodes_are_numbered(desk):
    assert [copy.barcode for copy in desk.catalogue.copies("11")] == ["11-1", "11-2"]


def test_more_copies_of_a_title(desk):
    made = desk.catalogue.add(desk.catalogue.title("11"), copies=1)
    assert made[0].barcode == "11-3"


@pytest.mark.parametrize("isbn", ["", "99"])
def test_unknown_titles(desk, isbn):
    with pytest.raises(NotFound):
        desk.catalogue.title(isbn)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("river", ["The River"]),
        ("RIVERS europe", ["Rivers of Europe"]),
        ("godden", ["The River"]),
        ("baking", ["Bread"]),
        ("bread india", []),
        ("", []),
    ],
)
def test_searching(desk, query, found):
    assert names(desk, query) == found


def test_labels(desk):
    title = desk.catalogue.title("22")
    assert shelf_mark(title) == "Toc 09"
    (copy,) = desk.catalogue.add(title, reference=True)
    assert label(copy, title).splitlines() == [
        "   Toc 09",
        "Rivers of E…",
        "    22-3",
        " REFERENCE",
    ]


def test_words():
    assert words("The R-101, again: the") == {"the", "r", "101", "again"}
