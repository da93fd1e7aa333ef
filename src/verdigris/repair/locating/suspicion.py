"""How suspicious each line is, from everything that speaks for or against it, with a reason. Pure
but for reading the project's files.

The witnesses: which tests run it, whether the failure depends on it, the traceback, the message,
what kind of statement it is, when it was last changed, and whether it failed before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from verdigris.core.paths import is_test_file
from verdigris.core.repair import Suspect, spot
from verdigris.core.report import Frame, TestResult
from verdigris.core.text import count
from verdigris.repair.locating.code import At, Code, reached
from verdigris.repair.locating.facts import Fact, Kind
from verdigris.repair.locating.flow import depends
from verdigris.repair.locating.messages import named_in
from verdigris.repair.locating.runs import FAILURES, Evidence, frames_of, runs_of
from verdigris.repair.locating.spectrum import Counts, Formula, ochiai

MOST = 300
OUTWARDS = 0.4
"""What each frame further out weighs against the one inside it: it merely called."""
PLAIN = 0.85
"""What a statement that computes nothing weighs against one that does."""
_NOT_PYTHON = ("SyntaxError", "IndentationError", "TabError")
_KINDS: dict[Kind, float] = {
    "return": 1.0, "condition": 1.0, "assign": 0.95, "loop": 0.8, "call": 0.7, "raise": 0.5,
    "define": 0.4, "other": 0.3,
}  # fmt: skip


@dataclass
class _Case:
    """What speaks against one statement."""

    counts: Counts
    depends: float = 0.0
    trace: float = 0.0
    named: float = 0.0
    words: str = ""
    """What the traceback says of it, where that is not the usual."""


def suspects(evidence: Evidence, formula: Formula = ochiai) -> list[Suspect]:
    """Return the lines that may hold the fault, most suspicious first. Never a line of a test."""
    cases = _cases(evidence)
    rows = []
    for at, case in cases.items():
        fact = evidence.code.fact(at.path, at.line)
        if fact is None or is_test_file(at.path):
            continue
        recent = evidence.recent.get(at.path, {}).get(at.line, 0.0)
        past = evidence.past.get(spot(at.path, fact.function), 0)
        kind = _KINDS[fact.kind] * (1.0 if fact.computes else PLAIN)
        score = (
            formula(case.counts)
            * (0.3 + 0.3 * case.depends + 0.4 * kind)
            * (1 + 0.4 * case.trace + 0.5 * case.named + 0.3 * recent + 0.1 * min(past, 3))
        )
        rows.append((score, at, fact, _reason(case, recent, past)))
    rows.sort(key=lambda row: (-row[0], row[1]))
    top = rows[0][0] if rows else 1.0
    found = [
        Suspect(
            path=at.path, line=at.line, function=fact.function,
            score=round(min(score / (top or 1.0), 1.0), 4), reason=reason,
        )
        for score, at, fact, reason in rows[:MOST]
        if score > 0
    ]  # fmt: skip
    return [*_unreadable(evidence), *found][:MOST]


def _cases(evidence: Evidence) -> dict[At, _Case]:
    code = evidence.code
    runs = runs_of(evidence)
    failing = {failure.id for failure in evidence.report.failures} & runs.keys()
    passing = {result.id for result in evidence.report.passed} & runs.keys()
    failed = Counter(at for test in failing for at in runs[test])
    passed = Counter(at for test in passing for at in runs[test])
    cases = {at: _Case(Counts(failed[at], passed[at], len(failing), len(passing))) for at in failed}
    seen = {one.id: one for one in evidence.observed.tests}
    for failure in evidence.report.failures[:FAILURES]:
        if failure.id not in runs:
            continue
        frames = frames_of(failure, seen.get(failure.id))
        origins = _origins(code, failure, frames)
        for at, weight in depends(reached(code, runs[failure.id]), origins).items():
            if at in cases:
                cases[at].depends = max(cases[at].depends, weight)
        _trace(cases, code, failure, frames)
        _named(cases, code, failure)
    return cases


def _origins(code: Code, failure: TestResult, frames: Sequence[Frame]) -> dict[At, float]:
    origins: dict[At, float] = {}
    weight = 1.0
    for frame in frames:
        if at := code.at(frame.path, frame.line):
            origins[at] = max(origins.get(at, 0.0), weight)
            if _did_not_end(failure) and (fact := code.fact(frame.path, frame.line)):
                origins |= {At(at.path, line): weight for line in fact.inside}
        weight *= 0.8
    return origins


def _trace(
    cases: dict[At, _Case], code: Code, failure: TestResult, frames: Sequence[Frame]
) -> None:
    weight = 1.0
    for frame in frames:
        if is_test_file(frame.path):
            return  # what called the test is the runner's affair
        fact = code.fact(frame.path, frame.line)
        for line, share, words in _at_issue(fact, failure) if fact else ():
            case = cases.get(At(frame.path, line))
            if case is not None and case.trace < weight * share:
                case.trace, case.words = weight * share, words
        weight *= OUTWARDS


def _at_issue(fact: Fact, failure: TestResult) -> Iterator[tuple[int, float, str]]:
    """Yield the lines a frame speaks against, how much, and in which words if not the usual."""
    if _did_not_end(failure):
        for line in fact.inside:
            yield line, 1.0, "it did not come to an end"
        yield fact.line, 0.9, ""
    elif fact.kind == "raise" and fact.inside:
        # Whoever raises on purpose does so for a reason: that is what to look at.
        yield fact.inside[0], 1.0, "it led to the error"
        yield fact.line, 0.5, "the error rose here"
    else:
        yield fact.line, 1.0, "" if failure.frames else "reached last before the process ended"


def _did_not_end(failure: TestResult) -> bool:
    return failure.exception == "Hang" or "did not finish within" in failure.message


def _named(cases: dict[At, _Case], code: Code, failure: TestResult) -> None:
    named = named_in(failure)
    for at, case in cases.items():
        fact, facts = code.fact(at.path, at.line), code.facts(at.path)
        if fact is not None and facts is not None:
            case.named = max(case.named, named.share(fact, facts))


def _unreadable(evidence: Evidence) -> list[Suspect]:
    """Return the lines at which a file does not parse, as the failures tell."""
    found = {}
    for failure in evidence.report.failures[:FAILURES]:
        frame = failure.innermost
        if frame is None or failure.exception not in _NOT_PYTHON or is_test_file(frame.path):
            continue
        if evidence.code.facts(frame.path) is None:
            found[frame.path, frame.line] = Suspect(
                path=frame.path, line=frame.line, score=1.0, reason="it does not parse"
            )
    return list(found.values())


def _reason(case: _Case, recent: float, past: int) -> str:
    counts = case.counts
    said = []
    if case.words:
        said.append(case.words)
    elif case.trace == 1.0:
        said.append("the error rose here")
    elif case.trace:
        said.append("on the way to the error")
    if counts.passed or not counts.all_passed:
        ran = f"{counts.failed} of {count(counts.all_failed, 'failing test')}"
        beside = f" and {counts.passed} of {counts.all_passed} passing" if counts.all_passed else ""
        said.append(f"run by {ran}{beside}")
    else:
        said.append("only failing tests run it")
    if case.depends >= 0.7:
        said.append("the failure depends on it")
    if case.named:
        said.append("the message names it")
    if recent:
        said.append("not committed yet" if recent == 1.0 else "changed recently")
    if past:
        said.append(f"failed here {count(past, 'time')} before")
    return "; ".join(said)
