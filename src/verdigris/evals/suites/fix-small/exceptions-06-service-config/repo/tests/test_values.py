import pytest
from confkit.converting import to_bool, to_list, to_seconds, to_text
from confkit.errors import BadValue
from confkit.interpolation import resolved
from confkit.syntax import parse


@pytest.mark.parametrize(
    ("text", "wanted"), [("90", 90), ("90s", 90), ("5m", 300), ("2h", 7200), ("1d", 86400)]
)
def test_seconds(text, wanted):
    assert to_seconds(text) == wanted


@pytest.mark.parametrize("text", ["", "m", "5w", "-5", "5ms"])
def test_no_seconds(text):
    with pytest.raises(ValueError):
        to_seconds(text)


def test_bool():
    assert to_bool("Yes") and not to_bool("off")
    with pytest.raises(ValueError):
        to_bool("maybe")


def test_list():
    assert to_list("a, b\nc,,") == ["a", "b", "c"]


def test_text():
    assert [to_text('"a b"'), to_text("a"), to_text('"')] == ["a b", "a", '"']


def test_references():
    found = resolved(parse("[a]\nx = 1\ny = <${a.x}>\n[b]\nz = ${a.y}${a.x}", "f"))
    assert found["b"]["z"].text == "<1>1"


@pytest.mark.parametrize("text", ["[a]\nx = ${a.y}", "[a]\nx = ${a.x}", "[a]\nx=${a.y}\ny=${a.x}"])
def test_bad_references(text):
    with pytest.raises(BadValue):
        resolved(parse(text, "f"))
