"""Which steps of a plan could run at the same time."""

from __future__ import annotations

from collections.abc import Sequence

from forge.planner import Step


def waves(steps: Sequence[Step]) -> list[list[str]]:
    """Products in groups; those of a group need nothing but earlier groups."""
    level: dict[str, int] = {}
    for step in steps:
        below = [level[source] for source in step.rule.sources if source in level]
        level[step.rule.target] = 1 + max(below, default=-1)
    grouped: list[list[str]] = [[] for _ in range(1 + max(level.values(), default=-1))]
    for target, number in level.items():
        grouped[number].append(target)
    return grouped
