"""Which lines and functions may hold the fault, ranked, with a reason each. Runs nothing.

`localise` weighs what the tests were seen to do. `locate` reads alone, for what was not seen or is
not Python, by three witnesses: the frames of the traceback, what the failing tests call, and what
that calls in turn. There the innermost frame outside the tests counts most.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from verdigris.core.observed import Observed
from verdigris.core.paths import is_test_file
from verdigris.core.plan import Place
from verdigris.core.repair import Localised
from verdigris.core.report import Report, TestResult
from verdigris.core.text import count, decode
from verdigris.repair.locating.code import Code
from verdigris.repair.locating.ranking import rank_places, reached_by, types_seen
from verdigris.repair.locating.runs import Evidence
from verdigris.repair.locating.suspicion import suspects
from verdigris.retrieval.lexical import definitions_of
from verdigris.retrieval.outline import Item, outline

INNERMOST, FRAME, CALLED, DEEPER, WORD = 10.0, 6.0, 5.0, 2.0, 1.0
_LATER = 0.1
_MOST = 8
_FAILURES = 5
"""Failures that are looked at: the rest are mostly the same fault again."""


async def localise(
    tree: Path,
    report: Report,
    observed: Observed,
    *,
    words: Sequence[str] = (),
    recent: Mapping[str, Mapping[int, float]] | None = None,
    past: Mapping[str, int] | None = None,
) -> tuple[list[Place], Localised]:
    """Return the functions to look at and the lines to suspect, likeliest first.

    `words` are names that the plan mentions; `recent` and `past` are as in `Evidence`.
    """
    read = await locate(tree, report, words)
    code = Code(tree)
    spans: dict[str, list[range]] = {}
    for place in read:
        if place.name:
            spans.setdefault(place.path, []).append(range(place.line, place.end + 1))
    found = suspects(Evidence(code, report, observed, recent or {}, past or {}, spans))
    return rank_places(code, read, found), Localised(
        suspects=tuple(found),
        types=types_seen(code, observed, found),
        reached_by=reached_by(code, observed, report, found),
        note=_note(observed),
    )


def _note(observed: Observed) -> str:
    """Say how it was found out."""
    seen = f"{count(len(observed.tests), 'test')} observed in {observed.seconds:.1f} s"
    if observed.tests:
        return f"{seen}, not all: {observed.trouble}" if observed.trouble else seen
    return f"not observed: {observed.trouble or 'no test ran'}"


async def locate(tree: Path, report: Report, words: Sequence[str] = ()) -> list[Place]:
    """Return the likeliest places first. Test code is never among them."""
    found = _Found(tree)
    for failure in report.failures[:_FAILURES]:
        _from_frames(found, failure)
    called: set[str] = set()
    for number, failure in enumerate(report.failures[:_FAILURES]):
        names = _called_by(found, failure)
        # The first failure is the one worked on; what only later ones call is less likely.
        score = CALLED - number * _LATER
        await _from_names(found, names - called, score, "the failing test calls it")
        called |= names
    deeper = {use for item in found.items() for use in item.uses} - called
    await _from_names(found, deeper, DEEPER, "code under suspicion calls it", limit=40)
    await _from_names(found, set(words), WORD, "the plan names it")
    return found.ranked()


@dataclass
class _Found:
    """Places gathered so far, by file and name."""

    tree: Path
    scores: dict[tuple[str, str], tuple[float, str, Item | None]] = field(default_factory=dict)
    _outlines: dict[str, list[Item]] = field(default_factory=dict)

    def outline(self, path: str) -> list[Item]:
        if path not in self._outlines:
            try:
                text = decode((self.tree / path).read_bytes())[0]
            except OSError:
                text = ""
            self._outlines[path] = outline(text)
        return self._outlines[path]

    def add(self, path: str, item: Item | None, score: float, reason: str) -> None:
        if is_test_file(path):
            return
        key = (path, item.name if item else "")
        old = self.scores.get(key)
        if old is None or old[0] < score:
            self.scores[key] = (score, reason, item)

    def items(self) -> Iterable[Item]:
        return [item for _, _, item in self.scores.values() if item is not None]

    def ranked(self) -> list[Place]:
        rows = sorted(self.scores.items(), key=lambda row: (-row[1][0], row[0]))
        return [
            Place(
                path=path,
                name=name,
                line=item.line if item else 1,
                end=item.end if item else 1,
                score=score,
                reason=reason,
            )
            for (path, name), (score, reason, item) in rows[:_MOST]
        ]


def _from_frames(found: _Found, failure: TestResult) -> None:
    frames = [frame for frame in failure.frames if not is_test_file(frame.path)]
    for depth, frame in enumerate(reversed(frames)):
        items = [i for i in found.outline(frame.path) if i.line <= frame.line <= i.end]
        innermost = min(items, key=lambda item: item.end - item.line, default=None)
        score, reason = (
            (INNERMOST, "the error rose here") if depth == 0 else (FRAME, "on the way to the error")
        )
        found.add(frame.path, innermost, score, reason)


def _called_by(found: _Found, failure: TestResult) -> set[str]:
    """Return the names that a failing test uses, from its function or, failing that, its file."""
    path, _, rest = failure.id.partition("::")
    name = rest.partition("[")[0].replace("::", ".")
    items = found.outline(path)
    exact = [item for item in items if item.name == name]
    helpers = {use for item in exact for use in item.uses}
    # Fixtures and helpers of the same file speak for the test as well.
    near = [item for item in items if item.simple in helpers]
    return {use for item in (exact + near or items) for use in item.uses}


async def _from_names(
    found: _Found, names: set[str], score: float, reason: str, limit: int = 200
) -> None:
    wanted = {name for name in names if len(name) > 1 and not name.startswith("test")}
    for path in (await definitions_of(found.tree, sorted(wanted)))[:limit]:
        for item in found.outline(path):
            if item.simple in wanted and not (item.is_class and _has_members(found, path, item)):
                found.add(path, item, score, reason)


def _has_members(found: _Found, path: str, owner: Item) -> bool:
    """Tell whether a class has methods that may be suspects themselves."""
    return any(item.name.startswith(f"{owner.name}.") for item in found.outline(path))
