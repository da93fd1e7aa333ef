"""The records of an observed run, read as what was seen. They come from a process that is not
trusted: what does not fit is passed over, and all of it is bounded.

See plugin/verdigris_spectrum_ledger.py for what is written.
"""

from __future__ import annotations

import json
import re
import struct
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints, TypeAdapter, ValidationError

from verdigris.core.observed import Observed, Seen, TypeSeen
from verdigris.core.text import one_line
from verdigris.core.value import Value
from verdigris.sandbox.leavings import read_left

TRAIL_BYTES = 1 << 19
"""Size of the trail: lines, in the order in which the running test first reached them."""
_LARGEST = 32 << 20
_MOST_TESTS = 2000
_MOST_LINES = 100_000
"""Lines of one file, and the highest line number that is believed."""
_MOST_TYPES = 20_000
_LAST = 20

_RANGES = r"\d{1,6}(?:-\d{1,6})?(?:,\d{1,6}(?:-\d{1,6})?)*"
Ranges = Annotated[str, StringConstraints(pattern=rf"^{_RANGES}$", max_length=400_000)]
Number = Annotated[int, Field(ge=0, lt=20_000)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=90)]
Lines = dict[Annotated[str, StringConstraints(pattern=r"^\d{1,5}$")], Ranges]


class _File(Value):
    kind: Literal["file"]
    number: Number
    path: Annotated[str, StringConstraints(min_length=1, max_length=1000)]


class _Start(Value):
    kind: Literal["start"]
    id: Annotated[str, StringConstraints(max_length=4000)]


class _Test(Value):
    kind: Literal["test"]
    id: Annotated[str, StringConstraints(max_length=4000)] | None
    """None for what ran outside of any test."""
    lines: Lines
    loading: Lines
    types: list[tuple[Number, Annotated[int, Field(ge=1, le=_MOST_LINES)], Name, Name, Name]]


class _Note(Value):
    kind: Literal["note"]
    text: Annotated[str, StringConstraints(max_length=1000)]


_ROW: TypeAdapter[_File | _Start | _Test | _Note] = TypeAdapter(
    Annotated[_File | _Start | _Test | _Note, Field(discriminator="kind")]
)


def read_spectrum(records: Path, trail: Path) -> Observed:
    """Return what an observed run left behind; nothing, with a reason, where that is nothing."""
    reading = _Reading()
    for row in _rows(records):
        reading.take(row)
    reading.take_trail(trail)
    return reading.observed()


class _Reading:
    def __init__(self) -> None:
        self._paths: dict[int, str] = {}
        self._tests: dict[str, Seen] = {}
        self._loading: defaultdict[str, set[int]] = defaultdict(set)
        self._types: dict[TypeSeen, None] = {}
        self._running: str | None = None
        self._trouble = ""

    def take(self, row: _File | _Start | _Test | _Note) -> None:
        match row:
            case _File():
                if _is_inside(row.path):
                    self._paths[row.number] = row.path
            case _Start():
                self._running = row.id
            case _Test():
                self._running = None if row.id == self._running else self._running
                self._take_test(row)
            case _Note():
                self._trouble = self._trouble or one_line(row.text, 200)

    def _take_test(self, row: _Test) -> None:
        lines = dict(self._lines(row.lines))
        for path, found in self._lines(row.loading):
            self._loading[path] |= found
        if row.id is None:
            for path, found in lines.items():
                self._loading[path] |= found
        elif row.id not in self._tests and len(self._tests) < _MOST_TESTS:
            self._tests[row.id] = Seen(row.id, lines)
        for number, line, _, variable, kind in row.types[:_MOST_TYPES]:
            if number in self._paths and len(self._types) < _MOST_TYPES:
                self._types[TypeSeen(self._paths[number], line, variable, kind)] = None

    def _lines(self, told: Mapping[str, str]) -> Iterator[tuple[str, frozenset[int]]]:
        for number, ranges in told.items():
            if path := self._paths.get(int(number)):
                yield path, frozenset(_numbers(ranges))

    def take_trail(self, trail: Path) -> None:
        """Let the trail speak for a test that had begun and did not end."""
        if self._running is None or self._running in self._tests:
            return
        try:
            data = read_left(trail, TRAIL_BYTES)
        except OSError:
            return
        if len(data) < 8:
            return
        (count,) = struct.unpack_from("<I", data)
        whole = len(data) - len(data) % 8
        pairs = list(struct.iter_unpack("<II", data[8 : min(whole, 8 + count * 8)]))
        places = [
            (self._paths[number], line)
            for number, line in pairs
            if number in self._paths and 0 < line <= _MOST_LINES
        ]
        lines: defaultdict[str, set[int]] = defaultdict(set)
        for path, line in places:
            lines[path].add(line)
        self._tests[self._running] = Seen(
            self._running,
            {path: frozenset(found) for path, found in lines.items()},
            tuple(places[-_LAST:]),
        )

    def observed(self) -> Observed:
        seen = self._tests or self._loading
        return Observed(
            tests=tuple(self._tests.values()),
            loading={path: frozenset(found) for path, found in self._loading.items()},
            types=tuple(self._types),
            trouble=self._trouble or ("" if seen else "the run left nothing behind"),
        )


def _rows(path: Path) -> Iterator[_File | _Start | _Test | _Note]:
    try:
        text = read_left(path, _LARGEST).decode("utf-8", "replace")
    except OSError:
        return
    for line in text.splitlines():
        try:
            told: Any = json.loads(line)
            yield _ROW.validate_python(told)
        except (ValueError, RecursionError, ValidationError):
            continue  # cut off by a crash, or not one of ours


def _numbers(ranges: str) -> Iterator[int]:
    left = _MOST_LINES
    for part in re.split(",", ranges):
        first, _, last = part.partition("-")
        span = range(max(int(first), 1), min(int(last or first), _MOST_LINES) + 1)[:left]
        left -= len(span)
        yield from span


def _is_inside(path: str) -> bool:
    pure = PurePosixPath(path)
    return not pure.is_absolute() and ".." not in pure.parts and "\0" not in path
