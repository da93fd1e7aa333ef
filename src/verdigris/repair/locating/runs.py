"""What each test ran, statement by statement: as it was seen, with what stands behind it.

Behind a call stand the head of the function and the constants it reads, which only loading runs.
What was not seen is told by the frames of its failure, and by the places that reading points to.
Pure but for reading the project's files.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from verdigris.core.observed import Observed, Seen
from verdigris.core.report import Frame, Report, TestResult
from verdigris.repair.locating.code import At, Code, Function
from verdigris.repair.locating.messages import named_in

FAILURES = 10
"""Failures that are looked at one by one; the rest are mostly the same fault again."""


@dataclass(frozen=True)
class Evidence:
    code: Code
    report: Report
    observed: Observed = field(default_factory=Observed)
    recent: Mapping[str, Mapping[int, float]] = field(default_factory=dict)
    """Path to line to how recently it was changed, from 0 to 1; 1 is not committed yet."""
    past: Mapping[str, int] = field(default_factory=dict)
    """`path::function` to how many past failures were there."""
    static: Mapping[str, Iterable[range]] = field(default_factory=dict)
    """Path to spans that reading alone points to; they count where a failure was not observed."""


def runs_of(evidence: Evidence) -> dict[str, set[At]]:
    """Return what each test ran. Those that failed are there in any case."""
    code, observed = evidence.code, evidence.observed
    loaded = code.statements(observed.loading)
    runs = {}
    constants = _constants(code, loaded)
    for seen in observed.tests:
        ran = code.statements(seen.lines)
        runs[seen.id] = ran | _behind(code, ran, constants)
    for failure in evidence.report.failures[:FAILURES]:
        if failure.id not in runs:
            runs[failure.id] = _by_reading(evidence, failure)
        # A function that was called in a way it does not allow did not get to run.
        called = named_in(failure).called
        runs[failure.id] |= {at for at in loaded if called & set(_defined(code, at))}
    return runs


def _constants(code: Code, loaded: Iterable[At]) -> dict[str, list[At]]:
    found: dict[str, list[At]] = {}
    for at in loaded:
        fact = code.fact(at.path, at.line)
        for name in fact.writes if fact is not None and not fact.owner else ():
            found.setdefault(name, []).append(at)
    return found


def _defined(code: Code, at: At) -> tuple[str, ...]:
    facts = code.facts(at.path)
    is_function = facts is not None and at.line in facts.functions
    return code.names(Function(at.path, at.line)) if is_function else ()


def _behind(code: Code, ran: set[At], constants: Mapping[str, Sequence[At]]) -> set[At]:
    """Return what loading ran for these: the heads of functions, and constants that are read."""
    found: set[At] = set()
    names: set[str] = set()
    for at in ran:
        fact = code.fact(at.path, at.line)
        if fact is not None:
            names |= fact.reads
            if fact.owner:
                found.add(At(at.path, fact.owner))
    for name in names & constants.keys():
        found.update(constants[name])
    return found


def _by_reading(evidence: Evidence, failure: TestResult) -> set[At]:
    code = evidence.code
    found: set[At] = set()
    for frame in failure.frames:
        fact = code.fact(frame.path, frame.line)
        facts = code.facts(frame.path)
        if fact is None or facts is None:
            continue
        loaded = {
            at.line for at in code.statements({frame.path: frozenset(range(1, frame.line + 1))})
        }
        found |= {
            At(frame.path, one.line)
            for one in facts.all
            if one.owner == fact.owner and (fact.owner or one.line in loaded)
        }
    for path, spans in evidence.static.items():
        if facts := code.facts(path):
            wide = list(spans)
            found |= {
                At(path, one.line) for one in facts.all if any(one.line in span for span in wide)
            }
    return found


def frames_of(failure: TestResult, seen: Seen | None) -> list[Frame]:
    """Return where a failure showed, innermost first: its frames, else the lines reached last."""
    if failure.frames or seen is None:
        return list(reversed(failure.frames))
    return [Frame(path=path, line=line) for path, line in reversed(seen.last)][:5]
