"""From JUnit XML to test results. The file is a stranger's: no document type, no entity, a cap.

The format has no owner: this reads what the writers agree on. Not a validator.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from verdigris.core.report import Frame, Outcome, TestResult, sensible
from verdigris.core.text import cut, tidy
from verdigris.sandbox.leavings import read_left
from verdigris.suites.places_in_text import frames_in_text

LARGEST = 10 << 20
"""Bytes of a file that is read."""
_DEEPEST = 20
_MOST = 20_000
"""Test cases that are taken."""
_BAD: dict[str, Outcome] = {"failure": "failed", "error": "error"}
_CLASS = re.compile(r"^[\w.$]*?(\w+)(?:$|[^\w])")


class NotJUnit(Exception):
    """The file is something else, or too much of it."""


@dataclass
class _Case:
    name: str
    owner: str
    file: str
    line: str
    seconds: float
    outcome: Outcome = "passed"
    kind: str = ""
    message: str = ""
    text: list[str] = field(default_factory=list)


def read_files(paths: Iterable[Path]) -> list[TestResult]:
    """Return the results in all files that are JUnit's; what is something else is passed over."""
    found: list[TestResult] = []
    for path in sorted(paths):
        try:
            found += read(read_left(path, LARGEST + 1))
        except (NotJUnit, OSError):
            continue
    return found[:_MOST]


def read(data: bytes) -> list[TestResult]:
    """Return the results in a file. Raises NotJUnit."""
    if len(data) > LARGEST:
        raise NotJUnit("too large")
    reader = _Reader()
    parser = expat.ParserCreate(namespace_separator=None)
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = _refuse
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, LookupError, ValueError) as error:
        raise NotJUnit(str(error)) from None
    return list(_results(reader.cases))


def _refuse(*_: object) -> None:
    # Entities are declared there, and no writer of JUnit files has use for one.
    raise NotJUnit("it declares a document type")


class _Reader:
    def __init__(self) -> None:
        self.cases: list[_Case] = []
        self._path: list[str] = []
        self._files: list[str] = []

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if not self._path and tag not in ("testsuites", "testsuite"):
            raise NotJUnit(f"its first element is {tag}")
        self._path.append(tag)
        if len(self._path) > _DEEPEST or len(self.cases) > _MOST:
            raise NotJUnit("too much of it")
        if tag == "testsuite":
            self._files.append(attributes.get("file", ""))
        elif tag == "testcase":
            self.cases.append(self._case(attributes))
        elif self.cases and len(self._path) > 1 and self._path[-2] == "testcase":
            self._judge(self.cases[-1], tag, attributes)

    def _case(self, attributes: dict[str, str]) -> _Case:
        around = next((file for file in reversed(self._files) if file), "")
        return _Case(
            name=attributes.get("name", ""),
            owner=attributes.get("classname") or attributes.get("class", ""),
            file=attributes.get("file", around),
            line=attributes.get("line", ""),
            seconds=_number(attributes.get("time", "")),
        )

    @staticmethod
    def _judge(case: _Case, tag: str, attributes: dict[str, str]) -> None:
        if tag in _BAD and case.outcome not in _BAD.values():
            case.outcome = _BAD[tag]
            case.kind = attributes.get("type", "")
            case.message = attributes.get("message", "")
        elif tag == "skipped" and case.outcome == "passed":
            case.outcome = "xfailed" if "xfail" in attributes.get("type", "") else "skipped"
            case.message = attributes.get("message", "")

    def text(self, data: str) -> None:
        if self.cases and self._path[-1] in _BAD:
            self.cases[-1].text.append(data)

    def end(self, tag: str) -> None:
        self._path.pop()
        if tag == "testsuite":
            self._files.pop()


def _results(cases: Iterable[_Case]) -> Iterator[TestResult]:
    seen: dict[str, int] = {}
    for case in cases:
        parts = [part for part in (case.file, case.owner, case.name) if part]
        name = "::".join(dict.fromkeys(parts)) or "unnamed"
        seen[name] = seen.get(name, 0) + 1
        # The same name twice, with other arguments for instance: told apart by order.
        test_id = name if seen[name] == 1 else f"{name} ({seen[name]})"
        failed = case.outcome in ("failed", "error")
        text = tidy("".join(case.text)).strip()
        found = _CLASS.match(case.kind)
        yield TestResult(
            id=tidy(test_id)[:1000],
            outcome=case.outcome,
            message=tidy(case.message or text.partition("\n")[0])[:2000],
            details=cut(text or case.message, 6000) if failed else "",
            exception=(found.group(1) if found else "Failure") if failed else "",
            frames=_frames(case, text) if failed else (),
            seconds=case.seconds,
        )


def _frames(case: _Case, text: str) -> tuple[Frame, ...]:
    found = tuple(frames_in_text(text))[-30:]
    if not found and case.file and case.line.isdecimal() and not case.file.startswith("/"):
        return (Frame(path=case.file, line=int(case.line[:9])),)
    return found


def _number(text: str) -> float:
    try:
        return sensible(float(text.replace(",", "")))
    except ValueError:
        return 0.0
