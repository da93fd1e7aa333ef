import pytest

from editor import Buffer


@pytest.mark.parametrize("at", range(5))
@pytest.mark.parametrize("count", [1, 2, 9])
def test_delete(at, count):
    buffer = Buffer("wxyz")
    buffer.go(at)
    buffer.delete(count)
    assert buffer.text == "wxyz"[:at] + "wxyz"[at + count :]
    assert buffer.unsaved
    assert buffer.version == 2
    buffer.save()
    assert not buffer.unsaved


def test_each_edit_counts_once():
    buffer = Buffer("aaa")
    buffer.insert("b")
    buffer.delete(1)
    buffer.delete(1)
    buffer.replace("b", "c")
    assert buffer.version == 5
