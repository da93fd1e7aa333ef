"""From tokens to nodes, by precedence climbing."""

from __future__ import annotations

from tinysheet.errors import BadFormula
from tinysheet.nodes import Area, Binary, Call, Cell, Constant, Negated, Node
from tinysheet.refs import Range, Ref
from tinysheet.tokens import Token, tokens

_LEVELS = dict.fromkeys(("=", "<>", "<", ">", "<=", ">="), 1)
_LEVELS |= {"&": 2, "+": 3, "-": 3, "*": 4, "/": 4, "^": 5}


def parse(formula: str) -> Node:
    """A formula without its leading equals sign."""
    parser = _Parser(list(tokens(formula)))
    node = parser.expression(1)
    if parser.peek().kind != "end":
        raise BadFormula(f"unexpected {parser.peek().text!r}")
    return node


class _Parser:
    def __init__(self, found: list[Token]) -> None:
        self._tokens = found
        self._at = 0

    def peek(self) -> Token:
        return self._tokens[self._at]

    def take(self) -> Token:
        token = self._tokens[self._at]
        self._at += 1
        return token

    def accept(self, sign: str) -> bool:
        if self.peek() == Token("sign", sign):
            self.take()
            return True
        return False

    def expect(self, sign: str) -> None:
        if not self.accept(sign):
            raise BadFormula(f"expected {sign!r}, found {self.peek().text!r}")

    def expression(self, lowest: int) -> Node:
        left = self.operand()
        while self.peek().kind == "sign" and _LEVELS.get(self.peek().text, 0) >= lowest:
            sign = self.take().text
            # Powers group to the right, everything else to the left.
            right = self.expression(_LEVELS[sign] + (sign != "^"))
            left = Binary(sign, left, right)
        return left

    def operand(self) -> Node:
        if self.accept("-"):
            return Negated(self.operand())
        if self.accept("("):
            inside = self.expression(1)
            self.expect(")")
            return inside
        token = self.take()
        match token.kind:
            case "number":
                return Constant(float(token.text))
            case "text":
                return Constant(token.text[1:-1].replace('""', '"'))
            case "cell":
                return self.cell(Ref.parse(token.text))
            case "name":
                return self.call(token.text.upper())
        raise BadFormula(f"unexpected {token.text!r}" if token.text else "the formula ends early")

    def cell(self, first: Ref) -> Node:
        if not self.accept(":"):
            return Cell(first)
        token = self.take()
        if token.kind != "cell":
            raise BadFormula("a range ends with a cell")
        return Area(Range.between(first, Ref.parse(token.text)))

    def call(self, name: str) -> Node:
        self.expect("(")
        arguments: list[Node] = []
        if not self.accept(")"):
            arguments.append(self.expression(1))
            while self.accept(","):
                arguments.append(self.expression(1))
            self.expect(")")
        return Call(name, tuple(arguments))
