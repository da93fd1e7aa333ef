from threads import Post, depth, last_activity, overview, participants


def small_thread():
    return Post("ann", 10, [Post("bob", 20, [Post("ann", 25)]), Post("cem", 15)])


def test_walking_visits_a_post_before_its_replies():
    assert [post.posted for post in small_thread().walk()] == [10, 20, 25, 15]


def test_depth():
    assert depth(small_thread()) == 3
    assert depth(Post("ann", 1)) == 1


def test_participants_once_each():
    assert participants(small_thread()) == ["ann", "bob", "cem"]


def test_activity_of_a_post_without_replies():
    assert last_activity(Post("ann", 7)) == 7


def test_activity_of_a_thread_is_its_newest_post():
    assert last_activity(small_thread()) == 25


def test_the_overview_shows_the_most_active_thread_first():
    assert overview([Post("dee", 12), small_thread()]) == ["ann (4)", "dee (1)"]


def test_no_threads_no_overview():
    assert overview([]) == []
