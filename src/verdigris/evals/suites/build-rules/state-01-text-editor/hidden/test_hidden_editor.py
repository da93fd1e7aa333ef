from editor import Editor


def test_inserting_and_erasing():
    editor = Editor()
    assert editor.text == ""
    editor.insert("hello")
    editor.insert(" you")
    assert editor.text == "hello you"
    editor.erase(4)
    assert editor.text == "hello"
    editor.erase(100)
    assert editor.text == ""


def test_undo():
    editor = Editor()
    editor.insert("abc")
    editor.erase(1)
    assert editor.undo() is True and editor.text == "abc"
    assert editor.undo() is True and editor.text == ""
    assert editor.undo() is False and editor.text == ""


def test_redo():
    editor = Editor()
    editor.insert("a")
    editor.insert("b")
    assert editor.redo() is False
    editor.undo()
    editor.undo()
    assert editor.redo() is True and editor.text == "a"
    assert editor.redo() is True and editor.text == "ab"
    assert editor.redo() is False


def test_something_new_makes_redo_impossible():
    editor = Editor()
    editor.insert("a")
    editor.undo()
    editor.insert("b")
    assert editor.redo() is False and editor.text == "b"


def test_what_changes_nothing_is_not_remembered():
    editor = Editor()
    editor.insert("a")
    editor.insert("")
    editor.erase(0)
    assert editor.undo() is True and editor.text == ""
    editor.erase(3)
    assert editor.redo() is True and editor.text == "a"


def test_editors_are_independent():
    one, two = Editor(), Editor()
    one.insert("x")
    assert two.text == "" and two.undo() is False
