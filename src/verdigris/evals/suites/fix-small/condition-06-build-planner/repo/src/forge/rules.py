"""Rules, and the set of them that a build works with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Rule:
    target: str
    sources: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    line: int = 0

    @property
    def is_group(self) -> bool:
        """Without commands a rule only gathers other products under a name."""
        return not self.commands


class Rules:
    def __init__(self, rules: Iterable[Rule] = ()) -> None:
        self._rules = {rule.target: rule for rule in rules}

    def get(self, target: str) -> Rule | None:
        return self._rules.get(target)

    def __contains__(self, target: object) -> bool:
        return target in self._rules

    def __iter__(self) -> Iterator[Rule]:
        return iter(self._rules.values())

    def __len__(self) -> int:
        return len(self._rules)

    def finals(self) -> list[str]:
        """Products from which nothing else is made."""
        used = {source for rule in self for source in rule.sources}
        return [rule.target for rule in self if rule.target not in used]
