import pytest

from tags import Post, title


@pytest.mark.parametrize("text", ["Road trips", "road-trips", "ROAD TRIPS", " road  trips!", "Road/Trips"])
def test_off_however_it_is_written(text):
    post = Post("x")
    post.tag("one", "Road trips", "two")
    assert post.has(text)
    assert post.untag(text)
    assert not post.has(text)
    assert not post.untag(text)
    assert post.tags == ("One", "Two")


def test_every_shown_tag_can_be_taken_off():
    post = Post("x")
    post.tag("a b", "C", "d-e", "F g H")
    for shown in post.tags:
        assert post.untag(shown)
    assert post.tags == ()
    assert title("a-b") == "A b"
