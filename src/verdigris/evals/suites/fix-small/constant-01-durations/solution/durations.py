"""Durations as people write them in the backup's settings: `90s`, `1h30m`, `2d`, `1w`."""

import re

SECONDS = {
    "s": 1,
    "m": 60,
    "h": 60 * 60,
    "d": 24 * 60 * 60,
    "w": 7 * 24 * 60 * 60,
}
PART = re.compile(r"(\d+)([smhdw])")


def parse(text: str) -> int:
    """The seconds in a duration; ValueError for anything else."""
    compact = text.replace(" ", "").lower()
    if not compact or PART.sub("", compact):
        raise ValueError(f"not a duration: {text!r}")
    return sum(int(count) * SECONDS[unit] for count, unit in PART.findall(compact))


def show(seconds: int) -> str:
    """The shortest way to write it, largest unit first."""
    parts = []
    for unit, size in sorted(SECONDS.items(), key=lambda item: item[1], reverse=True):
        count, seconds = divmod(seconds, size)
        if count:
            parts.append(f"{count}{unit}")
    return "".join(parts) or "0s"


def expired(age: int, keep: str) -> bool:
    """Whether a backup of this age in seconds is past its time."""
    return age > parse(keep)
