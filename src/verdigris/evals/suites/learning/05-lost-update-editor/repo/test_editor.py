from editor import Buffer


def test_insert():
    buffer = Buffer("ac")
    buffer.go(1)
    buffer.insert("b")
    assert (buffer.text, buffer.unsaved, buffer.version) == ("abc", True, 2)


def test_a_new_buffer_is_saved():
    assert not Buffer("x").unsaved


def test_save():
    buffer = Buffer()
    buffer.insert("hello")
    assert buffer.save() == "hello"
    assert not buffer.unsaved


def test_delete():
    buffer = Buffer("abcdef")
    buffer.go(2)
    buffer.delete(3)
    assert buffer.text == "abf"


def test_what_is_deleted_has_to_be_saved():
    buffer = Buffer("abc")
    buffer.delete(1)
    assert buffer.unsaved
    assert buffer.version == 2


def test_replace():
    buffer = Buffer("one two")
    assert not buffer.replace("three", "3")
    assert not buffer.unsaved
    assert buffer.replace("two", "2") and buffer.unsaved
