"""Reading rules, and applying them to a path."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ignorefile.globs import compiled


@dataclass(frozen=True)
class Rule:
    """A pattern without a slash holds in every folder, one with a slash from the root on.

    A negated rule, written `!pattern`, brings back what a rule before it left out.
    """

    pattern: str
    negated: bool = False
    folders_only: bool = False

    def matches(self, path: str, is_folder: bool) -> bool:
        if self.folders_only and not is_folder:
            return False
        if "/" in self.pattern:
            return compiled(self.pattern.lstrip("/")).fullmatch(path) is not None
        return compiled(self.pattern).fullmatch(path.rpartition("/")[2]) is not None


def parse(text: str) -> list[Rule]:
    """One rule a line; blank lines and those starting with `#` say nothing."""
    rules = []
    for line in text.splitlines():
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        negated = line.startswith("!")
        pattern = line[1:] if negated else line
        folders_only = pattern.endswith("/")
        rules.append(Rule(pattern.rstrip("/"), negated, folders_only))
    return rules


def ignored(path: str, rules: Iterable[Rule], is_folder: bool = False) -> bool:
    """Whether the path is left out: the last rule that matches decides."""
    decision = False
    for rule in rules:
        if rule.matches(path, is_folder):
            decision = not rule.negated
    return decision
