"""Which of many faults are tried first: those on lines that no other was on, from all over."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

Fault = TypeVar("Fault")


def spread(faults: Sequence[tuple[int, Fault]]) -> list[Fault]:
    """Return faults, each given with its line, in an order whose every beginning is spread."""
    by_line: dict[int, list[Fault]] = {}
    for line, fault in faults:
        by_line.setdefault(line, []).append(fault)
    # Which line comes first is decided by a hash: far from its neighbours, and always the same.
    lines = sorted(by_line, key=lambda line: hashlib.sha256(f"line {line}".encode()).digest())
    ordered: list[Fault] = []
    depth = 0
    while any(len(by_line[line]) > depth for line in lines):
        ordered += [by_line[line][depth] for line in lines if len(by_line[line]) > depth]
        depth += 1
    return ordered
