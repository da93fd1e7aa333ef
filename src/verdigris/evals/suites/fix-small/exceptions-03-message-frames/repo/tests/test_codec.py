import pytest
from frames import FrameError, decode, encode


def test_encode():
    assert encode("hello") == b"5:hello,"
    assert encode("") == b"0:,"


def test_decode():
    assert decode(b"5:hello,3:abc,") == ("hello", b"3:abc,")


def test_umlauts():
    assert decode(encode("grün")) == ("grün", b"")


@pytest.mark.parametrize("data", [b"", b"5", b"5:", b"5:hell", b"5:hello"])
def test_incomplete(data):
    with pytest.raises(EOFError):
        decode(data)


@pytest.mark.parametrize("data", [b"x:a,", b":a,", b"1:ab,", b"1:\xff,", b"9999999:"])
def test_nonsense(data):
    with pytest.raises(FrameError):
        decode(data)
