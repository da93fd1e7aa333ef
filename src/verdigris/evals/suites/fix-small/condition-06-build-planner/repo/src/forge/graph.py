"""The order in which products are looked at: sources before what is made from them."""

from __future__ import annotations

from collections.abc import Iterable

from forge.errors import Cycle
from forge.rules import Rule, Rules


def in_order(rules: Rules, goals: Iterable[str]) -> list[Rule]:
    """The rules behind the goals, each after those of its sources. Raises Cycle."""
    done: dict[str, Rule] = {}
    path: list[str] = []

    def visit(name: str) -> None:
        rule = rules.get(name)
        if rule is None or name in done:
            return
        if name in path:
            raise Cycle([*path[path.index(name) :], name])
        path.append(name)
        for source in rule.sources:
            visit(source)
        path.pop()
        done[name] = rule

    for goal in goals:
        visit(goal)
    return list(done.values())


def users(rules: Rules, name: str) -> list[str]:
    """All products that are made from this file, directly or not."""
    found: dict[str, None] = {}
    todo = [name]
    while todo:
        current = todo.pop(0)
        for rule in rules:
            if current in rule.sources and rule.target not in found:
                found[rule.target] = None
                todo.append(rule.target)
    return list(found)
