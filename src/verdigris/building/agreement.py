"""Which candidate and which tests to trust: those that the largest agreement speaks for. Pure.

Neither code nor tests of a model are right because it wrote them. But it is unlikely that programs
and tests that were written apart agree by mistake, so they vouch for each other; the examples of
the goal are the user's word and stand above both. Order does not matter to what is trusted.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from verdigris.building.claims import contradicted, same_words
from verdigris.building.matrix import Matrix
from verdigris.building.telling import Decision, how, unbacked, why_not
from verdigris.core.building import Agreement, Check, Quarantined

NOBODY = "no candidate passes it"
WITNESSES = 2
"""Candidates that must pass a test, or sources that must speak for the one that does."""
_STUMBLE = 1.5
"""What it costs to end a call with an error that others answer: as much as a test of another source
and half as much again, since a wrong test seldom makes a right program fall over. A judgement, not
a measurement."""
_TESTS, _ALIKE = 0.75, 1.5
"""Chosen on worlds such as benchmarks/trust.py draws, with weak and strong programs and tests; half
or twice as much changes little. Candidates times tests, as it is often done, did worse there: a
crowd with the same mistake outvotes better tests."""


def agree(checks: Sequence[Check], matrix: Matrix) -> Agreement:
    """Pick a candidate and the tests to trust; say why each of the others is not."""
    out = _unusable(checks, matrix)
    usable = [check for check in checks if check.name not in out]
    groups = _grouped(usable, matrix)
    if not groups:
        return _nobody(checks, out)
    ranks = {group: _rank(group, usable, matrix) for group in groups}
    best = max(ranks.values())
    leaders = [group for group in groups if ranks[group] == best]
    decision = _decision(checks, usable, groups, leaders, matrix)
    for check in usable:
        if check.is_given:
            continue
        if check.name not in decision.shared:
            out[check.name] = why_not(check, decision, matrix)
        elif not _is_backed(check, decision, matrix):
            out[check.name] = unbacked(decision)
    return _agreement(checks, out, decision, matrix)


@dataclass(frozen=True)
class _Group:
    """Candidates that behave alike on all usable tests."""

    members: tuple[int, ...]
    passes: frozenset[str]


def _unusable(checks: Sequence[Check], matrix: Matrix) -> dict[str, str]:
    """Return the checks that can speak for nothing, with the reason. Never one that is given."""
    out: dict[str, str] = {}
    passed = frozenset[str]().union(*matrix.passes)
    examples = sorted((c for c in checks if c.is_given), key=lambda one: one.name)
    kept: dict[str, Check] = {}
    # An example before what repeats it, then the same one of several whatever their order.
    for check in sorted(checks, key=lambda one: (not one.is_given, one.sample, one.name)):
        first = kept.setdefault(same_words(check.body), check)
        if check.is_given:
            continue
        if first is not check:
            out[check.name] = f"says the same as {first.name}"
        elif check.name in matrix.on_stub:
            out[check.name] = "passes on an empty stub, so it tests nothing that is to be written"
        elif check.name in matrix.flaky:
            out[check.name] = "passes and fails by turns with the same code"
        elif shown := _against(check, examples, matrix):
            what = "an example of the goal" if shown.origin == "example" else "what is assumed"
            out[check.name] = f"contradicts {what} ({shown.name})"
        elif check.name not in passed:
            fault = matrix.faults.get(check.name, "")
            out[check.name] = f"{NOBODY}: {fault}" if fault else NOBODY
    return out


def _against(check: Check, examples: Iterable[Check], matrix: Matrix) -> Check | None:
    """Return the example that says something else of the same call, and is never met together."""
    for example in examples:
        both = {check.name, example.name}
        if contradicted(check.body, example.body) and not any(both <= row for row in matrix.passes):
            return example
    return None


def _grouped(usable: Sequence[Check], matrix: Matrix) -> list[_Group]:
    names = frozenset(check.name for check in usable)
    found: dict[frozenset[str], list[int]] = {}
    for number, row in enumerate(matrix.passes):
        if number not in matrix.missing:
            found.setdefault(row & names, []).append(number)
    return [_Group(tuple(members), passes) for passes, members in found.items()]


def _alike(group: _Group, matrix: Matrix) -> float:
    """Return how many candidates do the same: on the probes, or on the tests where none was run."""
    return max(matrix.alike[one] for one in group.members) if matrix.alike else len(group.members)


def _stumbles(group: _Group, matrix: Matrix) -> int:
    return min(matrix.stumbles[one] for one in group.members) if matrix.stumbles else 0


def _rank(group: _Group, usable: Sequence[Check], matrix: Matrix) -> tuple[int, float, int]:
    """Return how well a group is backed: examples first, then the agreement, then that it starts.

    Evidence adds up: that of the tests passed, and that of candidates who do the same. Both with
    a reserve. One model writes all candidates, so the tenth alike says less than the second; and
    what was written in one answer may be wrong in one go. To fail alike is no agreement, and to
    fall over what others answer speaks against a group.
    """
    passed = [check for check in usable if check.name in group.passes]
    distinct = {
        same_words(check.body): (check.origin, check.sample if check.origin == "criterion" else 0)
        for check in sorted(passed, key=lambda one: (one.sample, one.name), reverse=True)
    }
    sources = [source for source in distinct.values() if source[0] != "smoke"]
    # Rounded, since equal weights must be equal however they were added up.
    tests = math.fsum(sources.count(source) ** _TESTS for source in set(sources))
    fallen = _STUMBLE * math.sqrt(_stumbles(group, matrix))
    backed = tests + _ALIKE * math.sqrt(_alike(group, matrix)) - fallen
    weight = round(max(backed, 0.0), 9) if tests else 0.0
    examples = sum(1 for check in passed if check.is_given)
    return examples, weight, len(distinct) - len(sources)


def _decision(
    checks: Sequence[Check],
    usable: Sequence[Check],
    groups: Sequence[_Group],
    leaders: Sequence[_Group],
    matrix: Matrix,
) -> Decision:
    alike = matrix.alike or (0.0,) * len(matrix.passes)
    first = min((one for group in leaders for one in group.members), key=lambda n: (-alike[n], n))
    chosen = next(group for group in leaders if first in group.members)
    shared = frozenset.intersection(*(group.passes for group in leaders))
    examples = frozenset(check.name for check in checks if check.is_given)
    return Decision(
        chosen=first,
        alike=len(chosen.members),
        candidates=sum(len(group.members) for group in groups),
        leaders=tuple(group.members for group in leaders),
        passes=chosen.passes,
        shared=shared,
        examples=examples,
        sources=_sources(usable, shared, examples),
    )


def _sources(usable: Sequence[Check], shared: frozenset[str], examples: frozenset[str]) -> int:
    """Return how many speak for the leaders: answers with tests they pass, and the goal itself."""
    answers = {
        check.sample for check in usable if check.name in shared and check.origin == "criterion"
    }
    return len(answers) + bool(examples and examples <= shared)


def _is_backed(check: Check, decision: Decision, matrix: Matrix) -> bool:
    """Tell whether code and test could hardly share one mistake.

    Two candidates pass it that do as well on the examples; or one, for which two sources speak that
    know nothing of each other. That a program starts needs no second opinion.
    """
    met = len(decision.passes & decision.examples)
    backers = sum(
        1 for row in matrix.passes if check.name in row and len(row & decision.examples) >= met
    )
    return check.origin == "smoke" or backers >= WITNESSES or decision.sources >= WITNESSES


def _agreement(
    checks: Sequence[Check], out: dict[str, str], decision: Decision, matrix: Matrix
) -> Agreement:
    trusted = tuple(check for check in checks if check.name not in out)
    passes = matrix.passes[decision.chosen]
    return Agreement(
        chosen=decision.chosen,
        trusted=trusted,
        quarantined=_quarantined(checks, out),
        failing=tuple(check.name for check in trusted if check.name not in passes),
        backing=decision.alike,
        candidates=decision.candidates,
        said=how(decision, trusted),
    )


def _nobody(checks: Sequence[Check], out: dict[str, str]) -> Agreement:
    trusted = tuple(check for check in checks if check.name not in out)
    return Agreement(
        trusted=trusted,
        quarantined=_quarantined(checks, out),
        failing=tuple(check.name for check in trusted),
        said="There is no candidate, so nothing could be tried.",
    )


def _quarantined(checks: Sequence[Check], out: dict[str, str]) -> tuple[Quarantined, ...]:
    return tuple(
        Quarantined(check=check, reason=out[check.name]) for check in checks if check.name in out
    )
