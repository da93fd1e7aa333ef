"""Reading rule files."""

from __future__ import annotations

import re

from forge.errors import RuleError
from forge.rules import Rule, Rules
from forge.variables import expand

_ASSIGNMENT = re.compile(r"(\w+)\s*=\s*(.*)")


def parse(text: str) -> Rules:
    """All rules of a file. Raises RuleError with the line."""
    variables: dict[str, str] = {}
    rules: list[Rule] = []
    seen: set[str] = set()
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.partition("#")[0].rstrip()
        if not line:
            continue
        indented = line[0].isspace()
        try:
            line = expand(line.strip(), variables)
        except KeyError as error:
            raise RuleError(number, f"unknown variable {error.args[0]}") from None
        except RecursionError as error:
            raise RuleError(number, str(error)) from None
        if indented:
            if not rules:
                raise RuleError(number, "a command without a rule")
            last = rules[-1]
            rules[-1] = Rule(last.target, last.sources, (*last.commands, line), last.line)
        elif match := _ASSIGNMENT.fullmatch(line):
            variables[match[1]] = match[2]
        else:
            rule = _head(line, number)
            if rule.target in seen:
                raise RuleError(number, f"two rules make {rule.target}")
            seen.add(rule.target)
            rules.append(rule)
    return Rules(rules)


def _head(line: str, number: int) -> Rule:
    target, colon, sources = line.partition(":")
    if not colon or len(target.split()) != 1:
        raise RuleError(number, f"not a rule: {line}")
    return Rule(target.strip(), tuple(dict.fromkeys(sources.split())), (), number)
