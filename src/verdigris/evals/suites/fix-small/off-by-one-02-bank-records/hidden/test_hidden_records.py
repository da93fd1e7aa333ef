import pytest

from records import Field, read_line, read_lines

ALPHABET = "abcdefghijklmnopqrstuvwxyz"


@pytest.mark.parametrize("first", range(1, 27))
def test_single_positions(first):
    assert read_line(ALPHABET, (Field("c", first, first),)) == {"c": ALPHABET[first - 1]}


def test_neighbouring_fields_cover_the_line():
    layout = (Field("a", 1, 5), Field("b", 6, 6), Field("c", 7, 20), Field("d", 21, 26))
    assert "".join(read_line(ALPHABET, layout).values()) == ALPHABET


def test_the_whole_line_is_one_field():
    assert read_line(ALPHABET, (Field("all", 1, 26),)) == {"all": ALPHABET}


def test_accounts_differing_in_their_first_digit_stay_apart():
    lines = [f"{n}2345678".ljust(16, "0")[:8] + "20240301" + "00000001+" + "x" for n in range(1, 5)]
    assert len({row["account"] for row in read_lines(lines)}) == 4


def test_large_amounts():
    line = "00000000" + "20240301" + "99999999+" + "bonus"
    assert read_line(line)["amount"] == 99999999
