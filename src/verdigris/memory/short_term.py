"""How a run is doing, and what it tells its next prompt. Pure; `decide` draws the conclusions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from verdigris.core.lesson import Attempt, Standing, Trend
from verdigris.core.text import mask, one_line

WINDOW = 4
"""How many attempts back the trend looks."""
_WINS = ("green", "progress")
_RAN = ("progress", "red")
_CAME = {
    "green": "went green",
    "progress": "some tests were won, others still fail",
    "red": "did not help",
    "refused": "was refused before it ran",
    "none": "no usable answer",
}


def standing(attempts: Sequence[Attempt]) -> Standing:
    """Judge a run from its attempts, oldest first."""
    stuck = _stuck(attempts)
    last = attempts[-2:]
    signatures = {attempt.signature for attempt in last}
    failing = {frozenset(attempt.failing) for attempt in last}
    return Standing(
        trend=_trend(attempts),
        same_error=len(last) == 2 and len(signatures) == 1 and "" not in signatures,
        same_test_failure=len(last) == 2 and len(failing) == 1 and frozenset() not in failing,
        no_progress=stuck >= 2,
        oscillation=_oscillates(attempts),
        stuck=stuck,
    )


def tell(attempts: Sequence[Attempt], limit: int = 4) -> str:
    """Return the last attempts in a few lines: what was tried, in which files, what came of it."""
    shown = attempts[-limit:] if limit > 0 else ()
    left_out = len(attempts) - len(shown)
    lines = [f"({left_out} earlier attempts left out.)"] if left_out and shown else []
    return "\n".join([*lines, *map(_line, shown)])


def _trend(attempts: Sequence[Attempt]) -> Trend:
    counts = [len(attempt.failing) for attempt in attempts if _was_measured(attempt)][-WINDOW:]
    steps = [later - earlier for earlier, later in pairwise(counts)]
    if not steps:
        return "unknown"
    fell, rose = any(step < 0 for step in steps), any(step > 0 for step in steps)
    if fell and rose:
        return "mixed"
    return "improving" if fell else "regressing" if rose else "stable"


def _oscillates(attempts: Sequence[Attempt]) -> bool:
    """Tell whether the last measured attempts left what fails as A, then B, then A again."""
    left = [frozenset(a.failing) for a in attempts if _was_measured(a) and a.failing][-3:]
    return len(left) == 3 and left[0] == left[2] != left[1]


def _was_measured(attempt: Attempt) -> bool:
    # A change that was refused, or a run that crashed, says nothing about how many tests fail.
    return attempt.outcome == "green" or bool(attempt.failing and attempt.outcome in _RAN)


def _stuck(attempts: Sequence[Attempt]) -> int:
    count = 0
    for attempt in reversed(attempts):
        if attempt.outcome in _WINS:
            break
        count += 1
    return count


def _line(attempt: Attempt) -> str:
    files = f" changed {_some(attempt.files)}" if attempt.files else ""
    said = [f"Attempt {attempt.iteration}{files}: {_CAME[attempt.outcome]}."]
    if attempt.failing:
        said.append(f"Still failing: {_some(attempt.failing)}.")
    if attempt.why:
        said.append(f"Why: {one_line(mask(attempt.why))}")
    return " ".join(said)


def _some(names: Sequence[str], most: int = 3) -> str:
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(one_line(name, 120) for name in names[:most]) + more
