import random

import pytest
from frames import FrameError, Reader, decode, encode

TEXTS = ["", "plain", "grün", "日本語", "🎉🎉", "a\nb", "5:x,", "é" * 300]


@pytest.mark.parametrize("text", TEXTS)
def test_any_text_comes_back(text):
    assert decode(encode(text)) == (text, b"")
    assert decode(encode(text) + b"1:x,") == (text, b"1:x,")


def test_the_length_is_in_bytes():
    assert encode("€") == b"3:\xe2\x82\xac,"


def test_any_cut_of_the_stream():
    numbers = random.Random(7)
    stream = b"".join(encode(text) for text in TEXTS)
    for _ in range(20):
        reader, got, rest = Reader(), [], stream
        while rest:
            size = numbers.randrange(1, 40)
            got += reader.feed(rest[:size])
            rest = rest[size:]
        assert got == TEXTS


def test_too_large_counts_bytes():
    with pytest.raises(FrameError):
        encode("é" * 600_000)
