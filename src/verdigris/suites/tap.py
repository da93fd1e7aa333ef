"""From the Test Anything Protocol, versions 12 to 14, to test results.

Read from what a command printed, so lines of anything else between those of TAP are passed over.
Subtests, directives, YAML below a test, `Bail out!` and the plan are understood.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from verdigris.core.report import Frame, Outcome, TestResult, sensible
from verdigris.core.text import cut
from verdigris.suites.places_in_text import frames_in_text

_VERSION = re.compile(r"^TAP version 1[234]\s*$")
_PLAN = re.compile(r"^1\.\.(\d{1,7})(?:\s*#\s*(.*))?$")
_TEST = re.compile(r"^(not )?ok\b(?: +(\d{1,9}))?(?:[ -]+(.*))?$")
_DIRECTIVE = re.compile(r"(?<!\\)#\s{0,9}(skip|todo|time)\b\S*\s*(.*)$", re.IGNORECASE)
_KEY = re.compile(r"^([\w-]+):(?: (.*))?$")
_MOST = 20_000
_GAP = re.compile(r"^… \d+ characters left out …$", re.MULTILINE)
_EXPECTED, _ACTUAL = ("expected", "wanted"), ("actual", "found", "got")


@dataclass
class _Point:
    names: tuple[str, ...]
    number: int
    passed: bool
    directive: str = ""
    reason: str = ""
    yaml: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Tap:
    results: tuple[TestResult, ...]
    problem: str = ""
    """What is wrong with the whole: fewer tests than planned, or the run was given up."""


def read(output: str) -> Tap | None:
    """Return the results in a command's output; None when it is no TAP or not all of it is here."""
    if _GAP.search(output):
        return None
    reader = _Reader()
    for line in output.splitlines():
        reader.line(line.rstrip("\r"))
    if not reader.is_tap or not reader.points:
        return None
    return Tap(tuple(_results(reader.points)), reader.problem())


class _Reader:
    def __init__(self) -> None:
        self.points: list[_Point] = []
        self.is_tap = False
        self._planned: int | None = None
        self._given_up = ""
        self._seen = 0
        self._yaml: int | None = None
        self._inner: dict[int, list[_Point]] = {}
        """Points of subtests that still wait for the test they belong to, by indentation."""

    def line(self, line: str) -> None:
        text = line.lstrip(" ")
        depth = len(line) - len(text)
        if self._in_yaml(line, text):
            return
        if text == "---" and self.points and depth > 0:
            self._yaml = depth
        elif _VERSION.match(text):
            self.is_tap = True
        elif found := _PLAN.match(text):
            if depth == 0:
                self.is_tap = True
                self._planned = int(found.group(1))
        elif text.startswith("Bail out!") and depth == 0:
            self._given_up = text[9:].strip() or "the run was given up"
        elif (found := _TEST.match(text)) and len(self.points) < _MOST:
            self._point(found, depth)
        elif text.startswith("#") and self.points and not text.startswith("# Subtest"):
            self.points[-1].notes.append(text.lstrip("# "))

    def _in_yaml(self, line: str, text: str) -> bool:
        if self._yaml is None:
            return False
        if text in ("...", "---"):
            self._yaml = None
        elif text and len(line) - len(text) < self._yaml:
            self._yaml = None  # a block that was never closed hides nothing
            return False
        elif len(self.points[-1].yaml) < 500:
            self.points[-1].yaml.append(line[self._yaml :])
        return True

    def _point(self, found: re.Match[str], depth: int) -> None:
        description = found.group(3) or ""
        directive, reason = "", ""
        if mark := _DIRECTIVE.search(description):
            description = description[: mark.start()]
            directive, reason = mark.group(1).lower(), mark.group(2).strip()
        if depth == 0:
            self._seen += 1
        number = int(found.group(2) or 0) or self._seen
        name = description.strip().rstrip("{").replace("\\#", "#").strip() or f"test {number}"
        point = _Point((name,), number, not found.group(1), directive, reason)
        # A subtest is printed before the test that sums it up.
        for deeper in [key for key in self._inner if key > depth]:
            for one in self._inner.pop(deeper):
                one.names = (name, *one.names)
                self._inner.setdefault(depth, []).append(one)
        self._inner.setdefault(depth, []).append(point)
        self.points.append(point)

    def problem(self) -> str:
        if self._given_up:
            return f"Bail out! {self._given_up}"
        if self._planned is not None and self._planned != self._seen:
            return f"{self._planned} tests were planned, {self._seen} were seen"
        return ""


def _results(points: list[_Point]) -> Iterator[TestResult]:
    seen: dict[tuple[str, ...], int] = {}
    for point in points:
        seen[point.names] = seen.get(point.names, 0) + 1
        name = "::".join(point.names)
        if seen[point.names] > 1:
            name = f"{name} ({seen[point.names]})"
        said = _said(point.yaml)
        outcome = _outcome(point)
        failed = outcome == "failed"
        text = "\n".join(point.yaml or point.notes)
        message = said.get("message") or said.get("error") or " ".join(point.notes[:3])
        yield TestResult(
            id=name[:1000],
            outcome=outcome,
            message=(message or f"not ok {point.number}")[:2000] if failed else point.reason,
            details=cut(text or "not ok", 6000) if failed else "",
            exception=(said.get("name") or "NotOk") if failed else "",
            expected=_pick(said, _EXPECTED) if failed else "",
            actual=_pick(said, _ACTUAL) if failed else "",
            frames=_frames(said, text) if failed else (),
            seconds=_seconds(said),
        )


def _outcome(point: _Point) -> Outcome:
    if point.directive == "skip":
        return "skipped"
    if point.directive == "todo":
        return "xpassed" if point.passed else "xfailed"
    return "passed" if point.passed else "failed"


def _said(lines: list[str]) -> dict[str, str]:
    """Read the little of YAML that test tools write: keys with a line, or an indented block."""
    found: dict[str, str] = {}
    key, block = "", False
    for line in lines:
        plain = line.strip()
        if (match := _KEY.match(plain)) and not (block and line.startswith("    ")):
            key, value = match.group(1).lower(), (match.group(2) or "").strip()
            block = value in ("|", "|-", ">", ">-", "")
            found.setdefault(key, "" if block else value.strip("'\""))
        elif block and key:
            found[key] = f"{found[key]}\n{plain}".strip()
    return found


def _pick(said: dict[str, str], names: tuple[str, ...]) -> str:
    return next((said[name] for name in names if name in said), "")[:400]


def _frames(said: dict[str, str], text: str) -> tuple[Frame, ...]:
    found = tuple(frames_in_text(text))
    place = re.match(
        r"^(?:file://)?([^:\s]+):(\d{1,8})", said.get("at") or said.get("location", "")
    )
    if not found and place and not place.group(1).startswith("/"):
        return (Frame(path=place.group(1), line=int(place.group(2))),)
    file, line = said.get("file", ""), said.get("line", "")
    if not found and file and line.isdecimal() and not file.startswith("/"):
        return (Frame(path=file, line=int(line[:8])),)
    # A stack of JavaScript is printed innermost first.
    return tuple(reversed(found)) if "stack" in said else found


def _seconds(said: dict[str, str]) -> float:
    try:
        return sensible(float(said.get("duration_ms", "0")) / 1000)
    except ValueError:
        return 0.0
