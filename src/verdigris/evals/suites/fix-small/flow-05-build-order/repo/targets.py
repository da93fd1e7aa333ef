"""Targets of a build and what they need, from a small text format."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Target:
    name: str
    needs: tuple[str, ...] = ()
    seconds: int = 1


class BadTarget(ValueError):
    pass


def parse(lines: Iterable[str]) -> dict[str, Target]:
    """Read lines such as `app (5): core ui`; the seconds may be left out."""
    targets: dict[str, Target] = {}
    for line in lines:
        line = line.partition("#")[0].strip()
        if not line:
            continue
        head, colon, needs = line.partition(":")
        if not colon:
            raise BadTarget(f"no colon: {line!r}")
        name, _, seconds = head.strip().partition("(")
        target = Target(name.strip(), tuple(needs.split()), int(seconds.rstrip(") ") or 1))
        if target.name in targets:
            raise BadTarget(f"twice: {target.name}")
        targets[target.name] = target
    return targets
