"""How much candidates agree on calls that no test asks for: their answers are compared. Pure.

Tests of a small model say little about the edges. But the same model, asked several times, seldom
gets an edge wrong in the same way, so what most candidates answer there is more likely right. That
needs no further question: probes are made by rule (`languages`) and run after the tests.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from verdigris.building.matrix import Matrix
from verdigris.core.building import Check

MOST = 36
"""Probes of one part; they run with every candidate."""
_CAME = re.compile(r"\bprobe (gives|raises) (\w+)")


def voices(matrix: Matrix, checks: Sequence[Check]) -> list[int]:
    """Return the candidates that meet as many examples of the goal as any, by their numbers."""
    examples = {check.name for check in checks if check.is_given}
    met = [len(row & examples) for row in matrix.passes]
    most = max(met, default=0)
    return [i for i, number in enumerate(met) if i not in matrix.missing and number == most]


def compared(matrix: Matrix, checks: Sequence[Check], probes: Sequence[Check], goal: str) -> Matrix:
    """Return the matrix with how many candidates each of them agrees with, on average.

    Only those have a voice that meet as many examples of the goal as any. To fail alike is no
    agreement: an error counts only where the goal names it.
    """
    voiced = voices(matrix, checks)
    heard = [[_heard(said.get(one.name, ""), goal) for one in probes] for said in matrix.probed]
    if not voiced or not heard:
        return matrix
    counts = [Counter(heard[i][n] for i in voiced) for n in range(len(probes))]
    # An unknown answer has no company; a call that nobody answers says nothing of anyone.
    told = [n for n, count in enumerate(counts) if set(count) != {""}]
    if not told:
        return matrix
    alike = tuple(sum(counts[n][row[n]] for n in told if row[n]) / len(told) for row in heard)
    return matrix.model_copy(update={"alike": alike})


def _heard(said: str, goal: str) -> str:
    """Return what came of a call; nothing for a hang, a crash, or an error nobody asked for."""
    found = _CAME.search(said)
    if found is None or (found[1] == "raises" and not re.search(rf"\b{found[2]}\b", goal)):
        return ""
    return f"{found[1]} {found[2]}"
