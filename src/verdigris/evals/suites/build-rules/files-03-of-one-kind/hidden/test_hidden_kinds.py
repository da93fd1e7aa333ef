from kinds import of_kind


def test_the_example():
    assert of_kind(["b.JPG", "a.png", "a.jpg"], "jpg") == ["b.JPG", "a.jpg"]


def test_nothing_fits():
    assert of_kind(["a.png", "b.gif"], "jpg") == []
    assert of_kind([], "jpg") == []


def test_a_kind_in_capital_letters():
    assert of_kind(["a.jpg", "b.Jpg", "c.txt"], "JPG") == ["a.jpg", "b.Jpg"]


def test_the_dot_is_needed():
    assert of_kind(["myjpg", "a.myjpg", "a.jpg"], "jpg") == ["a.jpg"]


def test_only_the_end_counts():
    assert of_kind(["a.jpg.txt", "x.jpgs", "photo.jpg"], "jpg") == ["photo.jpg"]


def test_several_dots():
    assert of_kind(["all.tar.gz", "all.tar"], "gz") == ["all.tar.gz"]
    assert of_kind(["all.tar.gz", "all.tar"], "tar") == ["all.tar"]


def test_the_order_stays():
    assert of_kind(["c.txt", "a.txt", "b.txt"], "txt") == ["c.txt", "a.txt", "b.txt"]


def test_names_without_an_ending():
    assert of_kind(["README", "notes.md"], "md") == ["notes.md"]
