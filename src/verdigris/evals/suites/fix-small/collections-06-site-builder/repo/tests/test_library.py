from datetime import date

import pytest
from sitekit.library import Library
from sitekit.posts import Post


def post(name, day, *tags, draft=False):
    return Post(name, name.title(), date.fromisoformat(day), "text", tags, draft)


@pytest.fixture
def library():
    return Library(
        [
            post("ant", "2023-05-01", "bugs", "small"),
            post("bee", "2024-01-10", "bugs"),
            post("cow", "2023-06-01", "milk"),
            post("dog", "2024-02-01", draft=True),
            post("eel", "2022-06-01", "small", "fish", "bugs"),
        ]
    )


def names(posts):
    return [post.name for post in posts]


def test_drafts(library):
    assert len(library) == 4
    assert len(Library([post("x", "2024-01-01", draft=True)], drafts=True)) == 1


def test_newest(library):
    assert names(library.newest(3)) == ["bee", "cow", "ant"]


def test_same_day():
    posts = [post("z", "2024-01-01"), post("a", "2024-01-01")]
    assert names(Library(posts).newest()) == ["a", "z"]


def test_years(library):
    assert list(library.by_year()) == [2024, 2023, 2022]


def test_posts_of_a_year(library):
    assert names(library.by_year()[2023]) == ["cow", "ant"]


def test_tags(library):
    assert list(library.by_tag()) == ["bugs", "fish", "milk", "small"]
    assert names(library.by_tag()["bugs"]) == ["bee", "ant", "eel"]


def test_tag_counts(library):
    assert library.tag_counts() == [("bugs", 3), ("small", 2), ("fish", 1), ("milk", 1)]


def test_related(library):
    ant = next(iter(library))
    assert names(library.related(ant)) == ["eel", "bee"]
    assert names(library.related(ant, 1)) == ["eel"]


def test_neighbours(library):
    bee = library.newest()[0]
    older, newer = library.neighbours(bee)
    assert (older.name, newer) == ("cow", None)


def test_empty():
    assert Library([]).by_year() == {}
    assert Library([]).tag_counts() == []
