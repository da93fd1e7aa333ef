import random

import pytest

from document import Document
from editor import Editor


@pytest.mark.parametrize("seed", range(12))
def test_all_the_way_back_and_forth(seed):
    rng = random.Random(seed)
    editor = Editor("one\ntwo\nthree")
    seen = [(editor.text, dict(editor.document.marks))]
    for n in range(30):
        size = len(editor.document.lines)
        command = rng.choice(["insert", "replace", "mark", "delete"])
        place = rng.randrange(size)
        if command == "insert":
            editor.do("insert", place, f"new {n}")
        elif command == "replace":
            editor.do("replace", place, f"other {n}")
        elif command == "mark":
            editor.do("mark", rng.choice("abc"), place)
        elif size > 1:
            editor.do("delete", place)
        else:
            continue
        seen.append((editor.text, dict(editor.document.marks)))
    for text, marks in seen[-2::-1]:
        editor.undo()
        assert (editor.text, editor.document.marks) == (text, marks)
    for text, marks in seen[1:]:
        editor.redo()
        assert (editor.text, editor.document.marks) == (text, marks)


def test_a_state_is_not_touched_by_edits():
    document = Document("a\nb")
    document.mark("m", 1)
    state = document.state()
    document.insert(0, "x")
    document.restore(state)
    assert (document.text, document.marks) == ("a\nb", {"m": 1})


def test_a_state_can_be_used_again():
    document = Document("a\nb")
    document.mark("m", 1)
    state = document.state()
    for _ in range(3):
        document.restore(state)
        document.insert(0, "x")
        document.mark("n", 0)
        assert (document.text, document.marks) == ("x\na\nb", {"m": 2, "n": 0})


def test_reverting_again_and_again():
    editor = Editor("a\nb")
    editor.save()
    for n in range(3):
        editor.do("insert", 1, str(n))
        editor.do("mark", "k", 0)
        editor.revert()
        assert editor.text == "a\nb"
        assert editor.document.marks == {}


def test_undo_of_revert():
    editor = Editor("a")
    editor.save()
    editor.do("replace", 0, "b")
    editor.revert()
    editor.undo()
    assert editor.text == "b"
