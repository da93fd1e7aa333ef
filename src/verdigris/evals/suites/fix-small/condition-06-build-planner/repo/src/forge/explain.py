"""Telling people what a build would do."""

from __future__ import annotations

from collections.abc import Iterable

from forge.files import Files
from forge.graph import users
from forge.planner import plan
from forge.record import Record
from forge.rules import Rules


def explain(
    rules: Rules, files: Files, record: Record, goals: Iterable[str] | None = None
) -> list[str]:
    """One line per step, or one that says that there is nothing to do."""
    steps = plan(rules, files, record, goals)
    if not steps:
        return ["everything is up to date"]
    return [f"{step.rule.target}: {step.reason}" for step in steps]


def impact(rules: Rules, name: str) -> str:
    touched = users(rules, name)
    if not touched:
        return f"nothing is made from {name}"
    return f"{name} goes into {', '.join(touched)}"


def dot(rules: Rules) -> str:
    """The graph for drawing programs."""
    edges = [f'  "{source}" -> "{rule.target}";' for rule in rules for source in rule.sources]
    return "\n".join(["digraph {", *edges, "}"])
