import pytest
from lang.errors import BadSyntax
from lang.tokens import tokens


def kinds(source):
    return [token.kind for token in tokens(source)]


def test_kinds():
    assert kinds('let x = 1.5 + "a" // no') == [
        "keyword", "name", "sign", "number", "sign", "text", "end",
    ]


def test_lines():
    assert [token.line for token in tokens("a\n\nb")] == [1, 3, 3]


def test_signs():
    assert [token.text for token in tokens("<=<==")] == ["<=", "<=", "=", ""]


@pytest.mark.parametrize("source", ["?", '"open', "a\n $"])
def test_bad(source):
    with pytest.raises(BadSyntax):
        tokens(source)
