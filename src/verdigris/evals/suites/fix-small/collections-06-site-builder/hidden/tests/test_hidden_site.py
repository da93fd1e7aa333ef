import random
from datetime import date, timedelta

from sitekit import build
from sitekit.library import Library
from sitekit.posts import Post


def some_posts(numbers, size):
    return [
        Post(f"p{i}", f"Title {i}", date(2020, 1, 1) + timedelta(numbers.randrange(1500)), "text")
        for i in range(size)
    ]


def test_every_post_is_in_its_year():
    numbers = random.Random(23)
    for size in (0, 1, 2, 10, 40):
        posts = some_posts(numbers, size)
        years = Library(posts).by_year()
        assert list(years) == sorted({post.day.year for post in posts}, reverse=True)
        for year, found in years.items():
            assert {post.name for post in found} == {p.name for p in posts if p.day.year == year}
            days = [post.day for post in found]
            assert days == sorted(days, reverse=True)
        assert sum(map(len, years.values())) == size


def test_archives_link_every_post():
    days = ["2021-05-01", "2020-05-01", "2021-01-01", "2020-12-31", "2021-03-03"]
    sources = {f"p{i}": f"title: Post {i}\ndate: {day}\n\ntext" for i, day in enumerate(days)}
    pages = build(sources)
    for number, day in enumerate(days):
        assert f"/{day[:4]}/post-{number}/" in pages[f"/{day[:4]}/"]
        assert f">Post {number}<" in pages["/"]


def test_the_order_of_files_does_not_matter():
    numbers = random.Random(24)
    posts = some_posts(numbers, 15)
    wanted = Library(posts).by_year()
    numbers.shuffle(posts)
    assert Library(posts).by_year() == wanted
