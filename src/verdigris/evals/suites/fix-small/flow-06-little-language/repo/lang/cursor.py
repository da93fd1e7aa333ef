"""Walks over tokens; the parsers share it."""

from lang.errors import BadSyntax
from lang.tokens import Token


class Cursor:
    def __init__(self, found: list[Token]) -> None:
        self._tokens = found
        self._position = 0

    @property
    def now(self) -> Token:
        return self._tokens[self._position]

    @property
    def line(self) -> int:
        return self.now.line

    @property
    def done(self) -> bool:
        return self.now.kind == "end"

    def take(self) -> Token:
        token = self.now
        if not self.done:
            self._position += 1
        return token

    def accept(self, *texts: str) -> str:
        """Take the next token if it is one of these signs or keywords."""
        if self.now.kind in ("sign", "keyword") and self.now.text in texts:
            return self.take().text
        return ""

    def expect(self, text: str) -> None:
        if not self.accept(text):
            raise BadSyntax(f"expected {text}, found {self.now.text or 'the end'}", self.line)

    def name(self) -> str:
        if self.now.kind != "name":
            raise BadSyntax(f"expected a name, found {self.now.text or 'the end'}", self.line)
        return self.take().text
