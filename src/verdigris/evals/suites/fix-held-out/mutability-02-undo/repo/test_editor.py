import pytest

from editor import Editor
from history import NothingLeft


def test_commands():
    editor = Editor("a\nb")
    editor.do("insert", 1, "x")
    editor.do("delete", 0)
    assert editor.text == "x\nb"


def test_marks_move():
    editor = Editor("a\nb\nc")
    editor.do("mark", "m", 2)
    editor.do("insert", 0, "x")
    assert editor.document.marks == {"m": 3}
    editor.do("delete", 3)
    assert editor.document.marks == {}


def test_undo():
    editor = Editor("a\nb")
    editor.do("insert", 0, "x")
    editor.undo()
    assert editor.text == "a\nb"


def test_redo():
    editor = Editor("a")
    editor.do("replace", 0, "b")
    editor.undo()
    editor.redo()
    assert editor.text == "b"


def test_revert_twice():
    editor = Editor("a")
    editor.save()
    editor.do("replace", 0, "b")
    editor.revert()
    assert editor.text == "a"
    editor.do("replace", 0, "c")
    editor.revert()
    assert editor.text == "a"


def test_nothing_to_undo():
    with pytest.raises(NothingLeft):
        Editor("a").undo()


def test_a_change_ends_redo():
    editor = Editor("a")
    editor.do("insert", 0, "x")
    editor.undo()
    editor.do("insert", 0, "y")
    with pytest.raises(NothingLeft):
        editor.redo()


def test_limit():
    editor = Editor("a", limit=2)
    for n in range(5):
        editor.do("insert", 0, str(n))
    assert editor.history.depth == (2, 0)
