import pytest
from sitekit import build
from sitekit.errors import BadPost
from sitekit.sitemap import dead_links, sitemap


def source(title, day, tags="", text="Hello *you*."):
    return f"title: {title}\ndate: {day}\ntags: {tags}\n\n{text}\n"


SOURCES = {
    "a.txt": source("First & best", "2023-01-05", "news"),
    "b.txt": source("Second", "2024-03-01", "news, more"),
    "c.txt": source("Third", "2023-07-01", "more"),
}


@pytest.fixture
def pages():
    return build(SOURCES, "My site")


def test_paths(pages):
    assert sorted(pages) == [
        "/", "/2023/", "/2023/first-and-best/", "/2023/third/", "/2024/", "/2024/second/",
        "/feed.xml", "/tags/", "/tags/more/", "/tags/news/",
    ]


def test_front(pages):
    assert "<title>My site</title>" in pages["/"]
    assert pages["/"].index("Second") < pages["/"].index("Third") < pages["/"].index("First")


def test_text(pages):
    assert "<p>Hello <em>you</em>.</p>" in pages["/2024/second/"]


def test_titles_are_escaped(pages):
    assert "<h1>First &amp; best</h1>" in pages["/2023/first-and-best/"]


def test_year_page(pages):
    assert "Third" in pages["/2023/"]
    assert "First &amp; best" in pages["/2023/"]


def test_same_title():
    pages = build({"a": source("Same", "2024-01-01"), "b": source("Same", "2024-01-02")})
    assert {"/2024/same/", "/2024/same-2/"} <= set(pages)


def test_feed(pages):
    assert pages["/feed.xml"].count("<item>") == 3
    assert "<link>https://example.org/2024/second/</link>" in pages["/feed.xml"]


def test_links(pages):
    assert dead_links(pages) == []
    assert dead_links({"/": '<a href="/nowhere/">'}) == [("/", "/nowhere/")]


def test_sitemap(pages):
    lines = sitemap(pages, "https://x").splitlines()
    assert lines[0] == "https://x/"
    assert "https://x/feed.xml" not in lines


def test_bad_post():
    with pytest.raises(BadPost):
        build({"a": "nothing"})


def test_empty_site():
    assert sorted(build({})) == ["/", "/feed.xml", "/tags/"]
