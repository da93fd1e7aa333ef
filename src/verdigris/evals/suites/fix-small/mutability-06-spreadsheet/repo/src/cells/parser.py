"""From tokens to nodes. Powers bind strongest, then signs, products, sums, joining of text."""

from cells.address import Address
from cells.errors import BadFormula
from cells.nodes import Binary, Call, Literal, Negative, Node, Range, Reference
from cells.tokens import Token, tokens

_LEVELS = (("&",), ("+", "-"), ("*", "/"))


def parse(formula: str) -> Node:
    """Read a formula without its equals sign. Raises BadFormula, BadAddress."""
    parser = _Parser(tokens(formula))
    node = parser.level(0)
    if parser.rest:
        raise BadFormula(f"not expected: {parser.rest[0].text}")
    return node


class _Parser:
    def __init__(self, rest: list[Token]) -> None:
        self.rest = rest

    def level(self, number: int) -> Node:
        if number == len(_LEVELS):
            return self.signed()
        node = self.level(number + 1)
        while sign := self.accept(*_LEVELS[number]):
            node = Binary(sign, node, self.level(number + 1))
        return node

    def signed(self) -> Node:
        if self.accept("-"):
            return Negative(self.signed())
        base = self.atom()
        if self.accept("^"):
            return Binary("^", base, self.signed())
        return base

    def atom(self) -> Node:
        if self.accept("("):
            node = self.level(0)
            self.expect(")")
            return node
        if not self.rest:
            raise BadFormula("it ends too early")
        kind, text = self.rest.pop(0)
        if kind == "number":
            return Literal(float(text))
        if kind == "text":
            return Literal(text[1:-1])
        if kind == "name":
            return self.call(text) if self.accept("(") else self.reference(text)
        raise BadFormula(f"not expected: {text}")

    def call(self, name: str) -> Node:
        arguments: list[Node] = []
        if not self.accept(")"):
            arguments.append(self.level(0))
            while self.accept(","):
                arguments.append(self.level(0))
            self.expect(")")
        return Call(name.upper(), tuple(arguments))

    def reference(self, text: str) -> Node:
        first = Address.parse(text)
        if not self.accept(":"):
            return Reference(first)
        if not self.rest or self.rest[0].kind != "name":
            raise BadFormula("a range without end")
        return Range(first, Address.parse(self.rest.pop(0).text))

    def accept(self, *signs: str) -> str:
        if self.rest and self.rest[0].kind == "sign" and self.rest[0].text in signs:
            return self.rest.pop(0).text
        return ""

    def expect(self, sign: str) -> None:
        if not self.accept(sign):
            raise BadFormula(f"{sign} is missing")
