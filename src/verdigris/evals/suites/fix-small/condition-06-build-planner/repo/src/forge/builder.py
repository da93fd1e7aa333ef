"""Carrying out a plan."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from forge.commands import COMMANDS
from forge.errors import CommandFailed
from forge.files import Files
from forge.planner import Step, plan, recipe
from forge.record import Entry, Record
from forge.rules import Rule, Rules

Notice = Callable[[Step], None]


def build(
    rules: Rules,
    files: Files,
    record: Record,
    goals: Iterable[str] | None = None,
    notice: Notice | None = None,
) -> list[str]:
    """Bring the goals up to date; the products that were built, in order.

    When a command fails, what was built before stays noted, so the next run goes on from there.
    """
    built = []
    for step in plan(rules, files, record, goals):
        if notice is not None:
            notice(step)
        record.forget(step.rule.target)
        files.write(step.rule.target, make(step.rule, files))
        sources = {name: files.fingerprint(name) for name in step.rule.sources}
        record.note(step.rule.target, Entry(recipe(step.rule), sources))
        built.append(step.rule.target)
    return built


def make(rule: Rule, files: Files) -> str:
    """The content of a product: what its commands give, one below the other."""
    parts = []
    for line in rule.commands:
        name, *arguments = line.split()
        if name not in COMMANDS:
            raise CommandFailed(rule.target, f"unknown command {name}")
        try:
            parts.append(COMMANDS[name](arguments, files))
        except KeyError as error:
            raise CommandFailed(rule.target, f"cannot read {error.args[0]}") from None
        except (ValueError, IndexError):
            raise CommandFailed(rule.target, f"cannot understand: {line}") from None
    return "\n".join(parts)


def clean(rules: Rules, files: Files, record: Record) -> list[str]:
    """Remove all products; their names."""
    removed = [rule.target for rule in rules if not rule.is_group and rule.target in files]
    for name in removed:
        files.remove(name)
        record.forget(name)
    return removed
