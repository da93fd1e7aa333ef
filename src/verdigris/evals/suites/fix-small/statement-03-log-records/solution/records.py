"""Cuts a log into records: a line with a time begins one, further lines belong to it."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

_FIRST = re.compile(r"(\d\d:\d\d:\d\d) (DEBUG|INFO|WARNING|ERROR) (.*)")


class Record(NamedTuple):
    time: str
    level: str
    message: str
    details: tuple[str, ...] = ()


def records(lines: Iterable[str]) -> Iterator[Record]:
    """Yield the records of a log. Lines before the first record are dropped."""
    current: Record | None = None
    details: list[str] = []
    for line in lines:
        line = line.rstrip("\n")
        found = _FIRST.match(line)
        if not found:
            if current is not None and line.strip():
                details.append(line)
            continue
        if current is not None:
            yield current._replace(details=tuple(details))
        current = Record(*found.groups())
        details.clear()
    if current is not None:
        yield current._replace(details=tuple(details))


def errors(lines: Iterable[str]) -> list[Record]:
    return [record for record in records(lines) if record.level == "ERROR"]


def longest(lines: Iterable[str]) -> Record | None:
    """Return the record with the most details."""
    return max(records(lines), key=lambda record: len(record.details), default=None)
