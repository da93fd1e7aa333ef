"""What is wrong with a mode, by simple rules."""

from collections.abc import Callable
from typing import NamedTuple

Rule = Callable[[str, int], str]


class Finding(NamedTuple):
    path: str
    problem: str


def world_writable(path: str, mode: int) -> str:
    return "anybody may write to it" if mode & 0o002 else ""


def private_key(path: str, mode: int) -> str:
    if path.endswith((".key", ".pem")) and mode & 0o077:
        return "a key must be readable by its owner only"
    return ""


def script(path: str, mode: int) -> str:
    if path.endswith(".sh") and not mode & 0o100:
        return "a script that its owner cannot run"
    return ""


RULES: tuple[Rule, ...] = (world_writable, private_key, script)


def examine(path: str, mode: int) -> list[Finding]:
    found = (rule(path, mode) for rule in RULES)
    return [Finding(path, problem) for problem in found if problem]
