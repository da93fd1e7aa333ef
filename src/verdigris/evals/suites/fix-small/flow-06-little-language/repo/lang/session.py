"""Running source text; a session keeps what was defined."""

from lang.builtins import global_scope
from lang.errors import LangError
from lang.evaluator import Evaluator
from lang.statements import parse
from lang.values import shown


class Session:
    def __init__(self) -> None:
        self.printed: list[str] = []
        self._scope = global_scope(self.printed.append)
        self._evaluator = Evaluator()

    def run(self, source: str) -> list[str]:
        """Run some source; return what it printed. Raises LangError."""
        before = len(self.printed)
        self._evaluator._block(parse(source), self._scope)
        return self.printed[before:]

    def ask(self, source: str) -> str:
        """Return the value of an expression as text, or the error in one line."""
        try:
            self.run(f"let _ = {source}")
        except LangError as error:
            return f"error: {error}"
        return shown(self._scope.get("_"))


def run(source: str) -> list[str]:
    return Session().run(source)
