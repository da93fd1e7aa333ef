import pytest

from env_file import parse, parse_line


@pytest.mark.parametrize("value", ["", "a", "a=b", "=", "==", "a=b=c", "x==", "=x"])
def test_any_value(value):
    assert parse_line(f"NAME={value}") == ("NAME", value)
    assert parse_line(f'export NAME="{value}"') == ("NAME", value)


def test_a_file():
    assert parse("KEY=YWI=\nB=1=2=3") == {"KEY": "YWI=", "B": "1=2=3"}
