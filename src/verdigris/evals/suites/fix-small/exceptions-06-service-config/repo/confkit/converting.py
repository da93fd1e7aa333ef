"""From text to the type a setting has."""

from collections.abc import Callable
from typing import Any

_UNITS = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}
_YES, _NO = {"yes", "true", "on"}, {"no", "false", "off"}


def to_bool(text: str) -> bool:
    if text.lower() in _YES:
        return True
    if text.lower() in _NO:
        return False
    raise ValueError(f"neither yes nor no: {text}")


def to_seconds(text: str) -> int:
    """Read `90`, `90s`, `5m`, `2h` or `1d`."""
    number, unit = text.rstrip("smhd"), text[len(text.rstrip("smhd")) :]
    if not number.isdigit() or unit not in _UNITS:
        raise ValueError(f"not a time: {text}")
    return int(number) * _UNITS[unit]


def to_list(text: str) -> list[str]:
    return [part.strip() for line in text.splitlines() for part in line.split(",") if part.strip()]


def to_text(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text


CONVERTERS: dict[str, Callable[[str], Any]] = {
    "text": to_text,
    "int": int,
    "bool": to_bool,
    "seconds": to_seconds,
    "list": to_list,
}
