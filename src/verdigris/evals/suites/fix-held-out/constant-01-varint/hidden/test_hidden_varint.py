import pytest

from varint import pack, pack_all, unpack, unpack_all


@pytest.mark.parametrize("bits", range(0, 70, 3))
def test_there_and_back(bits):
    for number in (2**bits - 1, 2**bits, 2**bits + 1, 3 * 2**bits):
        assert unpack(pack(number)) == (number, len(pack(number)))


@pytest.mark.parametrize("bits", range(1, 64))
def test_seven_bits_a_byte(bits):
    assert len(pack(2**bits - 1)) == -(-bits // 7)


def test_known_bytes():
    assert unpack(b"\x80\x80\x01") == (16384, 3)
    assert unpack(b"\xff\xff\x03") == (65535, 3)
    assert pack(16384) == b"\x80\x80\x01"


def test_in_the_middle():
    assert unpack(b"\x01\xac\x02\x07", 1) == (300, 3)


def test_long_series():
    numbers = [(-3) ** n for n in range(40)]
    assert list(unpack_all(pack_all(numbers))) == numbers
