"""One use of something that a rule names, at one place of a text. The gate counts these."""

from __future__ import annotations

from dataclasses import dataclass

from verdigris.checks.rules import BY_ID, Rule
from verdigris.core.finding import Finding
from verdigris.core.text import one_line


@dataclass(frozen=True)
class Use:
    rule: Rule
    what: str
    """What is used, by its full name: the same function under another alias is the same thing."""
    line: int
    snippet: str
    """The code of the use on one line, cut."""
    message: str = ""
    """In place of the rule's own."""

    def finding(self, path: str) -> Finding:
        said = self.message or f"{self.snippet} {self.rule.message}"
        return Finding(
            rule=self.rule.id, severity=self.rule.severity, path=path, line=self.line,
            message=said, cure=self.rule.cure,
        )  # fmt: skip


def use(rule: str, what: str, line: int, snippet: str, message: str = "") -> Use:
    return Use(BY_ID[rule], what, line, one_line(snippet, 80), message)


def broken(line: int, said: str, cure: str) -> Use:
    """Return the one use that a text which does not parse amounts to."""
    rule = BY_ID["policy/syntax"]
    message = f"does not parse: {one_line(said, 200)}. {cure}".rstrip()
    return Use(rule, "syntax", line, "", message)
