"""How an agreement came about, in words for people: one sentence, and reasons of quarantine.

Pure, and no judgement: what is told here was decided in `agreement`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from verdigris.building.matrix import Matrix
from verdigris.core.building import Check
from verdigris.core.text import count

AGAINST = "contradicts the goal's examples, or what is assumed"
OUTVOTED = "disagrees with the larger agreement"


@dataclass(frozen=True)
class Decision:
    """What was found out about the candidates."""

    chosen: int
    alike: int
    """Candidates that behave like the chosen one, itself included."""
    candidates: int
    leaders: tuple[tuple[int, ...], ...]
    """Groups of candidates that are backed best, and equally well."""
    passes: frozenset[str]
    """Usable checks that the chosen candidate passes."""
    shared: frozenset[str]
    """Usable checks that all leaders pass."""
    examples: frozenset[str]
    sources: int
    """Answers with tests that the leaders pass, and the goal's examples if they pass all."""


def why_not(check: Check, decision: Decision, matrix: Matrix) -> str:
    """Return why a check is not trusted that some candidates pass and not all leaders do."""
    rows = {n: row for n, row in enumerate(matrix.passes) if n not in matrix.missing}
    passing = [n for n, row in rows.items() if check.name in row]
    right = [n for n, row in rows.items() if decision.examples and decision.examples <= row]
    if right and not set(right) & set(passing):
        return (
            f"{AGAINST}: no candidate that meets them passes it, "
            f"only {count(len(passing), 'candidate')} that {_do(passing, 'do')} not"
        )
    led = [group for group in decision.leaders if check.name in matrix.passes[group[0]]]
    if led:
        yes, no = (
            sum(len(g) for g in decision.leaders if (g in led) is side) for side in (True, False)
        )
        return (
            f"undecided: {count(yes, 'candidate')} {_do(yes, 'pass')} it, {no} equally well backed "
            f"{_do(no, 'do')} not, and nothing tells which {'is' if yes == 1 else 'are'} right"
        )
    leading = sum(map(len, decision.leaders))
    return (
        f"{OUTVOTED}: the {leading} of {decision.candidates} candidates "
        f"with most on their side {_do(leading, 'fail')} it, "
        f"{len(passing)} {_do(passing, 'pass')} it"
    )


def unbacked(decision: Decision) -> str:
    lone = "the only candidate" if decision.candidates == 1 else "only one candidate"
    return (
        f"{lone} passes it and no second source speaks for that one: "
        "code and test may share a mistake"
    )


def how(decision: Decision, trusted: Sequence[Check]) -> str:
    """Return how it was decided, in one sentence that promises no more than there is."""
    own = [check for check in trusted if not check.is_given]
    tests = count(len(own), "test") if own else "no test of its own"
    if len(decision.leaders) > 1:
        said = (
            f"Undecided: {len(decision.leaders)} ways to behave are equally well backed, "
            f"so nothing that tells them apart is trusted ({tests} left)"
        )
    elif not decision.passes:
        said = f"No usable test passes with any of {count(decision.candidates, 'candidate')}"
    elif decision.candidates == 1:
        said = f"There is one candidate, so no agreement between several; {tests} trusted"
    elif decision.alike == 1:
        said = (
            f"1 of {decision.candidates} candidates has most on its side, and no other behaves "
            f"like it; {tests} trusted"
        )
    else:
        said = (
            f"{decision.alike} of {decision.candidates} candidates behave alike on all tests; "
            f"{tests} trusted"
        )
    return f"{said}{_on_examples(decision, trusted)}."


def _on_examples(decision: Decision, trusted: Sequence[Check]) -> str:
    assumed = frozenset(check.name for check in trusted if check.origin == "custom")
    shown = decision.examples - assumed
    said = "; the goal shows no example that could be tested"
    if shown:
        met = len(decision.passes & shown)
        said = f"; {met} of {count(len(shown), 'example')} of the goal met"
    if assumed:
        met = len(decision.passes & assumed)
        said += f"; {met} of {count(len(assumed), 'test')} of what is assumed met"
    return said


def _do(who: Sequence[int] | int, verb: str) -> str:
    """Return a verb for one or for several."""
    several = (who if isinstance(who, int) else len(who)) != 1
    if several:
        return verb
    return verb + ("es" if verb.endswith(("s", "o")) else "s")
