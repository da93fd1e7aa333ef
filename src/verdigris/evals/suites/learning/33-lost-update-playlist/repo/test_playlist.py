import pytest

from playlist import Playlist, clock


@pytest.fixture
def playlist():
    playlist = Playlist("road")
    for title, seconds in [("one", 200), ("two", 65), ("three", 30)]:
        playlist.add(title, seconds)
    return playlist


def test_clock():
    assert clock(125) == "2:05"


def test_heading(playlist):
    assert playlist.heading == "road (3, 4:55)"
    assert Playlist("new").heading == "new (0, 0:00)"


def test_renamed(playlist):
    playlist.rename("home")
    assert playlist.heading == "home (3, 4:55)"


def test_dropped(playlist):
    assert playlist.drop("two")
    assert playlist.titles() == ["one", "three"]
    assert playlist.heading == "road (2, 3:50)"


def test_dropped_what_is_not_there(playlist):
    assert not playlist.drop("ten")
    assert playlist.heading == "road (3, 4:55)"


def test_swapped(playlist):
    playlist.swap(0, 2)
    assert playlist.titles() == ["three", "two", "one"]
