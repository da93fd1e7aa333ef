import pytest

from varint import Truncated, pack, pack_all, unpack, unpack_all, unzigzag, zigzag


def test_small_numbers_take_a_byte():
    assert pack(0) == b"\x00"
    assert pack(127) == b"\x7f"
    assert unpack(b"\x05") == (5, 1)


def test_packing_three_hundred():
    assert pack(300) == b"\xac\x02"


def test_unpacking_three_hundred():
    assert unpack(b"\xac\x02") == (300, 2)


def test_negative_numbers_are_refused():
    with pytest.raises(ValueError):
        pack(-1)


def test_truncated():
    with pytest.raises(Truncated):
        unpack(b"\x80\x80")


def test_zigzag():
    assert [zigzag(n) for n in (0, -1, 1, -2)] == [0, 1, 2, 3]
    assert all(unzigzag(zigzag(n)) == n for n in range(-50, 50))


def test_several():
    assert list(unpack_all(pack_all([3, -4, 0, 60]))) == [3, -4, 0, 60]
    assert list(unpack_all(pack_all([1000, -1000]))) == [1000, -1000]
