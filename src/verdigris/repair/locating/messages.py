"""What the message of a failure names: a missing attribute, an unknown name, a wrong call. Pure.

Only what Python itself writes is understood. The names are a stranger's words: they are compared,
never run or searched for as patterns.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass

from verdigris.core.report import TestResult
from verdigris.repair.locating.facts import Fact, Facts

_NAME = r"['\"‘]([\w.]{1,80})['\"’]"
_MISSING = (
    re.compile(rf"(?:object|module {_NAME}|type object {_NAME}) has no attribute {_NAME}"),
    re.compile(rf"^NameError: (?:free variable|global name|name)? ?{_NAME}"),
    re.compile(rf"cannot import name {_NAME}"),
    re.compile(rf"(?:local variable|cannot access (?:local|free) variable) {_NAME}"),
    re.compile(rf"unexpected keyword argument {_NAME}"),
    re.compile(r"^KeyError: ['\"]([\w. -]{1,80})['\"]"),
    re.compile(rf"No module named {_NAME}"),
)
_CALLED = re.compile(r"\b([\w.]{1,80})\(\) (?:takes|missing|got|argument|keywords|returned|should)")
_NOT_RAISED = re.compile(r"DID NOT RAISE <class '([\w.]{1,80})'>|^AssertionError: (\w+) not raised")
_ALIKE = 0.75


@dataclass(frozen=True)
class Named:
    missing: frozenset[str] = frozenset()
    """What was looked for and is not there: perhaps it is there by another name."""
    called: frozenset[str] = frozenset()
    """What was called in a way that it does not allow."""
    not_raised: frozenset[str] = frozenset()
    """Exceptions that were expected and did not come."""

    def share(self, fact: Fact, facts: Facts) -> float:
        """Return how much of what the message names stands in a statement, from 0 to 1."""
        if self.not_raised & fact.raises:
            return 1.0
        if fact.kind == "define" and self.called & set(_defined(fact, facts)):
            return 1.0
        if self.missing & (fact.writes | fact.reads):
            return 0.8
        if fact.kind in ("assign", "define") and any(
            difflib.SequenceMatcher(None, missing, name).ratio() >= _ALIKE
            for missing in self.missing
            for name in (*fact.writes, *_defined(fact, facts))
        ):
            return 0.6
        return 0.0


def _defined(fact: Fact, facts: Facts) -> Iterator[str]:
    if fact.kind == "define":
        yield facts.functions.get(fact.line, "").rpartition(".")[2]


def named_in(failure: TestResult) -> Named:
    message = failure.message[:2000]
    missing = {name for one in _MISSING for found in one.findall(message) for name in _flat(found)}
    called = {name.rpartition(".")[2] for name in _CALLED.findall(message)}
    raised = {name.rpartition(".")[2] for found in _NOT_RAISED.findall(message) for name in found}
    return Named(
        frozenset(name.rpartition(".")[2] for name in missing if name),
        frozenset(called),
        frozenset(raised - {""}),
    )


def _flat(found: str | tuple[str, ...]) -> tuple[str, ...]:
    # Of several groups the last is what is missing; the ones before say in what.
    return (found,) if isinstance(found, str) else found[-1:]
