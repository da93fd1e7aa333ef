"""How suspicious a line is by who runs it: formulas over four counts. Pure.

A line that failing tests run and passing ones do not is suspicious; the formulas differ in how much
one passing test excuses it. Each returns 0 for a line that no failing test runs, and grows with the
suspicion; all but DStar stay between 0 and 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple


class Counts(NamedTuple):
    failed: int
    """Failing tests that run the line."""
    passed: int
    """Passing tests that run it."""
    all_failed: int
    all_passed: int


Formula = Callable[[Counts], float]


def ochiai(seen: Counts) -> float:
    below = math.sqrt(seen.all_failed * (seen.failed + seen.passed))
    return seen.failed / below if below else 0.0


def tarantula(seen: Counts) -> float:
    failed = seen.failed / seen.all_failed if seen.all_failed else 0.0
    passed = seen.passed / seen.all_passed if seen.all_passed else 0.0
    return failed / (failed + passed) if failed else 0.0


def jaccard(seen: Counts) -> float:
    either = seen.all_failed + seen.passed
    return seen.failed / either if either else 0.0


def dstar(seen: Counts, star: int = 2) -> float:
    """Return DStar; a line that all failing tests run and no other test does has no equal."""
    below = seen.passed + seen.all_failed - seen.failed
    return seen.failed**star / below if below else math.inf if seen.failed else 0.0


FORMULAS: dict[str, Formula] = {
    "ochiai": ochiai, "tarantula": tarantula, "jaccard": jaccard, "dstar": dstar,
}  # fmt: skip
