from datetime import date

import pytest
from sitekit import read_post
from sitekit.errors import BadPost

SOURCE = "title: Hello\ndate: 2024-02-03\ntags: Python, web , python\n\nSome text.\n"


def test_read():
    post = read_post("a.txt", SOURCE)
    assert (post.title, post.day, post.tags) == ("Hello", date(2024, 2, 3), ("python", "web"))
    assert post.text == "Some text."
    assert not post.draft


@pytest.mark.parametrize(
    "source", ["", "title: x\n\ntext", "date: 2024-01-01\n\nx", "title: x\ndate: soon\n\n", "what"]
)
def test_bad(source):
    with pytest.raises(BadPost):
        read_post("a.txt", source)


def test_draft():
    assert read_post("a", "title: x\ndate: 2024-01-01\ndraft: yes\n\n").draft


@pytest.mark.parametrize(("words", "minutes"), [(0, 1), (200, 1), (201, 2), (1000, 5)])
def test_minutes(words, minutes):
    post = read_post("a", f"title: x\ndate: 2024-01-01\n\n{'w ' * words}")
    assert post.minutes == minutes
