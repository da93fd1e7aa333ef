import pytest

from env_file import Malformed, parse, parse_line


def test_plain():
    assert parse("A=1\n# no\n\nexport B = two\n") == {"A": "1", "B": "two"}


def test_quotes():
    assert parse_line("A='x y'") == ("A", "x y")


def test_a_value_with_an_equals_sign():
    assert parse_line("URL=http://h/?q=1") == ("URL", "http://h/?q=1")


def test_later_lines_win():
    assert parse("A=1\nA=") == {"A": ""}


@pytest.mark.parametrize("line", ["A", "=1", " = 1"])
def test_malformed(line):
    with pytest.raises(Malformed):
        parse_line(line)
