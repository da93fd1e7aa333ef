"""Which products must be built, in which order, and why. Nothing is built here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from forge.errors import NoRule
from forge.files import Files, digest
from forge.graph import in_order
from forge.record import Record
from forge.rules import Rule, Rules


@dataclass(frozen=True)
class Step:
    rule: Rule
    reason: str


def recipe(rule: Rule) -> str:
    """Fingerprint of what makes the product."""
    return digest("\n".join(rule.commands))


def plan(
    rules: Rules, files: Files, record: Record, goals: Iterable[str] | None = None
) -> list[Step]:
    """The steps that bring the goals up to date; by default, all final products."""
    wanted = list(rules.finals() if goals is None else goals)
    for name in wanted:
        _check(name, rules, files)
    steps: list[Step] = []
    for rule in in_order(rules, wanted):
        for source in rule.sources:
            _check(source, rules, files)
        if rule.is_group:
            continue
        reason = _reason(rule, files, record)
        if reason is not None:
            steps.append(Step(rule, reason))
    return steps


def _check(name: str, rules: Rules, files: Files) -> None:
    if name not in rules and name not in files:
        raise NoRule(name)


def _reason(rule: Rule, files: Files, record: Record) -> str | None:
    """Why the product must be built, None when it is up to date."""
    if rule.target not in files:
        return "missing"
    entry = record.get(rule.target)
    if entry is None:
        return "never built here"
    if entry.recipe != recipe(rule):
        return "commands changed"
    if set(entry.sources) != set(rule.sources):
        return "sources changed"
    for source in rule.sources:
        if source in files and entry.sources[source] != files.fingerprint(source):
            return f"{source} changed"
    return None
