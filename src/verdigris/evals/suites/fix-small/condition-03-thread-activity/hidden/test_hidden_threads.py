import random

import pytest

from threads import Post, last_activity, overview


def grow(rng, level):
    count = rng.randrange(0, 4) if level else 0
    return Post("a", rng.randrange(1000), [grow(rng, level - 1) for _ in range(count)])


@pytest.mark.parametrize("seed", range(12))
def test_last_activity_is_the_newest_of_all_posts(seed):
    thread = grow(random.Random(seed), 4)
    assert last_activity(thread) == max(post.posted for post in thread.walk())


def test_a_reply_may_carry_an_earlier_time():
    assert last_activity(Post("a", 50, [Post("b", 20)])) == 50
    assert last_activity(Post("a", 50, [Post("b", 20), Post("c", 60)])) == 60


def test_posts_from_before_the_opening():
    assert last_activity(Post("a", -5)) == -5
    assert last_activity(Post("a", -5, [Post("b", -9)])) == -5


def test_overview_of_single_posts():
    assert overview([Post("a", 1), Post("b", 3), Post("c", 2)]) == ["b (1)", "c (1)", "a (1)"]
