from datetime import date

from notes import Note, all_tags, parse, tagged

DAY = date(2024, 5, 1)


def test_text_without_tags():
    assert parse("buy milk", DAY).text == "buy milk"


def test_tags_are_cut_out():
    note = parse("call #Home now", DAY, [])
    assert (note.text, note.tags) == ("call now", ["home"])


def test_a_lone_hash_is_text():
    assert parse("# heading", DAY).text == "# heading"


def test_each_note_has_its_own_tags():
    first = parse("milk #shop", DAY)
    second = parse("sleep", DAY)
    assert first.tags == ["shop"]
    assert second.tags == []


def test_given_tags_come_first():
    assert parse("x #b", DAY, ["a"]).tags == ["a", "b"]


def test_tagged():
    notes = [Note("a", DAY, ["x"]), Note("b", DAY, [])]
    assert tagged(notes, "X") == notes[:1]


def test_counts():
    assert all_tags([Note("a", DAY, ["x", "y"]), Note("b", DAY, ["x"])]) == {"x": 2, "y": 1}
