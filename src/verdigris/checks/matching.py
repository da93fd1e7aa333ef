"""From names to the rules they break."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from verdigris.checks.rules import RULES, Rule


@cache
def _exact(language: str) -> dict[str, Rule]:
    if language == "js":
        return {name: rule for rule in RULES for name in rule.js_names}
    return {name: rule for rule in RULES for name in rule.names}


@cache
def _below_modules(language: str) -> tuple[tuple[str, Rule], ...]:
    if language == "js":
        return tuple((prefix, rule) for rule in RULES for prefix in rule.js_calls)
    return tuple((prefix, rule) for rule in RULES for prefix in rule.calls)


def broken_by(names: Iterable[str], *, called: bool, language: str = "py") -> dict[str, Rule]:
    """Return the rules that mentioning, or calling, one of these names breaks, by that name."""
    found = {}
    for name in names:
        if (rule := _exact(language).get(name)) is not None:
            found[name] = rule
        elif called and "()" not in name and "[" not in name:
            for prefix, rule in _below_modules(language):
                if name.startswith(prefix) and not _is_harmless(name, rule):
                    found[name] = rule
                    break
    return found


def _is_harmless(name: str, rule: Rule) -> bool:
    last = name.rpartition(".")[2]
    return (
        last.endswith(("Error", "Exception", "Warning", "Timeout"))
        or name in rule.harmless
        or any(name.startswith(f"{each}.") for each in rule.harmless)
    )


def imported_by_rule(module: str, language: str = "py") -> Rule | None:
    """Return the rule that the mere import of a module breaks."""
    for rule in RULES:
        wanted = rule.js_imports if language == "js" else rule.imports
        if module in wanted or module.partition(".")[0] in wanted:
            return rule
    return None


def operation_of(module: str, language: str = "py") -> str:
    """Return the kind of operation that a module is there for; empty for an ordinary one."""
    module = module.removeprefix("node:")
    for prefix, rule in _below_modules(language):
        if f"{module}.".startswith(prefix) and prefix.endswith("."):
            return rule.operation
    rule_of = imported_by_rule(module, language)
    return rule_of.operation if rule_of else ""
