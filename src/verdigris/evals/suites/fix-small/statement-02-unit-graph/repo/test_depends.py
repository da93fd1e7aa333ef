from depends import distance, needed_by, unused, users_of

WEB = {
    "web": ["api", "cache"],
    "api": ["db", "cache"],
    "worker": ["db", "queue"],
    "db": ["disk"],
    "cache": ["disk"],
    "queue": [],
    "disk": [],
}


def test_direct():
    assert needed_by({"a": ["b"], "b": []}, "a") == ["b"]


def test_through_others():
    assert needed_by(WEB, "web") == ["api", "cache", "db", "disk"]


def test_nothing():
    assert needed_by(WEB, "disk") == []


def test_two_ways_to_the_same():
    diamond = {"a": ["b", "c"], "b": ["d"], "c": ["d"], "d": []}
    assert needed_by(diamond, "a") == ["b", "c", "d"]


def test_users():
    assert users_of(WEB, "db") == ["api", "web", "worker"]


def test_unused():
    assert list(unused(WEB)) == ["web", "worker"]


def test_distance():
    assert distance(WEB, "web", "disk") == 2
    assert distance(WEB, "queue", "disk") is None
