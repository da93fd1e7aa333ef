from datetime import date

from notes import all_tags, parse, tagged

DAY = date(2024, 5, 1)


def test_notes_do_not_share_tags():
    notes = [parse(f"note #t{i}", DAY) for i in range(4)]
    assert [note.tags for note in notes] == [["t0"], ["t1"], ["t2"], ["t3"]]
    assert all_tags(notes) == {"t0": 1, "t1": 1, "t2": 1, "t3": 1}
    assert tagged(notes, "t2") == [notes[2]]


def test_changing_a_note_leaves_the_next_alone():
    parse("a", DAY).tags.append("late")
    assert parse("b", DAY).tags == []


def test_same_tag_twice_counts_once():
    assert parse("#a x #A", DAY).tags == ["a"]


def test_given_tags_are_kept():
    assert parse("a #b #c", DAY, ["c"]).tags == ["c", "b"]
