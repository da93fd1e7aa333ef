import random

from playlist import Track, read, write


def test_round_trip():
    tracks = [Track("a.mp3", "First", 12), Track("b.mp3"), Track("c/d.mp3", "Last, not least", 0)]
    assert read(write(tracks).splitlines()) == tracks
    assert read(write([]).splitlines()) == []


def test_comments_and_gaps_anywhere():
    numbers = random.Random(5)
    paths = [f"{i}.ogg" for i in range(8)]
    for _ in range(20):
        lines = list(paths)
        for _ in range(4):
            lines.insert(numbers.randrange(len(lines) + 1), numbers.choice(["", "# note", "#EXTM3U"]))
        assert [track.path for track in read(lines)] == paths


def test_a_comment_between_title_and_path():
    assert read(["#EXTINF:5,Song", "#note", "a"]) == [Track("a", "Song", 5)]
