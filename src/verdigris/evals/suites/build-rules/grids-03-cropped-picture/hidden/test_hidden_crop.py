from crop import crop


def test_nothing_to_crop():
    assert crop(["#"]) == ["#"]
    assert crop(["#.", ".#"]) == ["#.", ".#"]


def test_all_four_edges():
    assert crop([".....", "..#..", "....."]) == ["#"]
    assert crop(["....", ".##.", ".#..", "...."]) == ["##", "#."]


def test_single_edges():
    assert crop(["...", "###"]) == ["###"]
    assert crop(["###", "..."]) == ["###"]
    assert crop([".#", ".#"]) == ["#", "#"]
    assert crop(["#.", "#."]) == ["#", "#"]


def test_what_is_between_stays():
    assert crop(["#.#", "...", "#.#"]) == ["#.#", "...", "#.#"]
    assert crop([".....", ".#.#.", ".....", ".#.#."]) == ["#.#", "...", "#.#"]


def test_only_background():
    assert crop(["...", "..."]) == []
    assert crop([]) == []


def test_another_background():
    assert crop(["  ", " a"], empty=" ") == ["a"]
    assert crop([".0", "00"], "0") == ["."]


def test_the_picture_itself_stays():
    rows = ["...", ".#."]
    crop(rows)
    assert rows == ["...", ".#."]
