"""Reading the messages of the stations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import datetime

from weatherlog.errors import BadMessage
from weatherlog.readings import Reading
from weatherlog.units import UNITS, to_ours

_STATION = re.compile(r"[A-Z]{3}")
_FIELD = re.compile(r"([a-z]+)=([-+]?\d+(?:\.\d+)?)(\S+)")


def parse(message: str) -> Reading:
    """Raises BadMessage for anything that is not a message, UnknownUnit for strange units."""
    station, *rest = message.strip().split(";")
    if not _STATION.fullmatch(station) or not rest:
        raise BadMessage(message, "no station")
    try:
        time = datetime.fromisoformat(rest[0])
    except ValueError:
        raise BadMessage(message, "no time") from None
    values: dict[str, float] = {}
    for part in filter(None, rest[1:]):
        match = _FIELD.fullmatch(part.strip())
        if match is None or match[1] not in UNITS:
            raise BadMessage(message, f"cannot read {part!r}")
        if match[1] in values:
            raise BadMessage(message, f"{match[1]} is there twice")
        values[match[1]] = to_ours(match[1], float(match[2]), match[3])
    return Reading(station, time, values)


def parse_all(lines: Iterable[str]) -> Iterator[Reading | BadMessage]:
    """One result a line; bad messages are handed on, not raised."""
    for line in lines:
        if not line.strip() or line.startswith("#"):
            continue
        try:
            yield parse(line)
        except BadMessage as error:
            yield error
