import pytest
from flags import BadFlag, Flags

TEXT = """
new-search = on   # since May
limit=20
dark = No
odd = perhaps
"""


@pytest.fixture
def flags():
    return Flags.parse(TEXT)


def test_names(flags):
    assert flags.names() == ["dark", "limit", "new-search", "odd"]


def test_on_and_off(flags):
    assert flags.is_on("new-search") is True
    assert flags.is_on("dark", default=True) is False


def test_unknown_flag(flags):
    assert flags.is_on("missing") is False


def test_neither(flags):
    with pytest.raises(BadFlag):
        flags.is_on("odd")


def test_number(flags):
    assert flags.number("limit", 5) == 20
    assert flags.number("missing", 5) == 5


def test_no_number(flags):
    with pytest.raises(BadFlag):
        flags.number("dark", 5)
