import pytest

from short_ids import from_id, to_id


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "2"), (1, "3"), (8, "a"), (30, "z"), (31, "32"), (32, "33"), (960, "zz"), (961, "322"), (29791, "3222")],
)
def test_both_ways(number, text):
    assert to_id(number) == text
    assert from_id(text) == number


def test_capital_letters():
    assert from_id("ZZ") == 960
    assert from_id("aB") == from_id("ab")


@pytest.mark.parametrize("number", [7, 12345, 10**12, 31**5 - 1])
def test_there_and_back(number):
    assert from_id(to_id(number)) == number


def test_negative_numbers():
    with pytest.raises(ValueError):
        to_id(-1)


@pytest.mark.parametrize("text", ["", "0", "a1b", "l", "I", "a b", "\u00e9"])
def test_what_is_no_id(text):
    with pytest.raises(ValueError):
        from_id(text)
