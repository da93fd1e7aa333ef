import pytest

from playlist import Playlist, clock


@pytest.mark.parametrize("gone", [["a"], ["b", "a"], ["a", "b", "c"], ["x"], ["c", "x", "c"]])
def test_heading_after_drops(gone):
    lengths = {"a": 61, "b": 10, "c": 300}
    playlist = Playlist("p")
    for title, seconds in lengths.items():
        playlist.add(title, seconds)
    for title in gone:
        assert playlist.drop(title) == (title in lengths)
        lengths.pop(title, None)
        assert playlist.heading == f"p ({len(lengths)}, {clock(sum(lengths.values()))})"
