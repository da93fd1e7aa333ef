import pytest
from cells.address import Address, expand
from cells.errors import BadAddress


@pytest.mark.parametrize(
    ("text", "column", "row"), [("A1", 0, 0), ("c12", 2, 11), ("Z9", 25, 8), ("AB3", 27, 2)]
)
def test_parse(text, column, row):
    assert Address.parse(text) == (column, row)


@pytest.mark.parametrize("text", ["A1", "Z99", "AA1", "AZ7", "ZZ9999"])
def test_both_ways(text):
    assert str(Address.parse(text)) == text


@pytest.mark.parametrize("text", ["", "1", "A", "A0", "ABC1", "A1B"])
def test_bad(text):
    with pytest.raises(BadAddress):
        Address.parse(text)


def test_expand():
    found = expand(Address.parse("B2"), Address.parse("A1"))
    assert [str(address) for address in found] == ["A1", "B1", "A2", "B2"]
