from playlist import Track, read, total_seconds, write

TRACKS = [Track("a.mp3", "First", 120), Track("b.mp3")]


def test_paths_only():
    assert read(["a.mp3", "b.mp3"]) == [Track("a.mp3"), Track("b.mp3")]


def test_titles():
    assert read(["#EXTINF:61,Song", "a.mp3"]) == [Track("a.mp3", "Song", 61)]


def test_comments():
    lines = ["#EXTM3U", "a.mp3", "# my favourite", "b.mp3"]
    assert [track.path for track in read(lines)] == ["a.mp3", "b.mp3"]


def test_empty_lines():
    assert len(read(["a.mp3", "", "  ", "b.mp3"])) == 2


def test_nothing():
    assert read([]) == []


def test_unknown_length():
    assert read(["#EXTINF:x,Song", "a.mp3"]) == [Track("a.mp3", "Song", -1)]


def test_total():
    assert total_seconds(TRACKS) == 120


def test_write():
    assert write(TRACKS) == "#EXTM3U\n#EXTINF:120,First\na.mp3\nb.mp3\n"
