import pytest
from headers import Headers


@pytest.mark.parametrize(
    "value", ["http://example.org:80/", "a:b:c", ":", "10:30", "plain", "x: y", ""]
)
def test_any_value_comes_back(value):
    headers = Headers.parse(f"X-Test: {value}\nOther: z")
    assert headers.get("x-test") == value
    assert headers.get("other") == "z"


def test_written_and_read_again():
    text = "A: 1:2\nB: http://h:1/p?q=a:b\nA: 3"
    assert str(Headers.parse(text)) == text


def test_folded_values_keep_their_colons():
    assert Headers.parse("A: 1:2\n\t3:4").get("a") == "1:2 3:4"
