"""Themes: nested settings of how things look. A theme may be based on another."""

import copy
from typing import Any

Theme = dict[str, Any]

BASE: Theme = {
    "font": {"family": "serif", "size": 12},
    "colours": {"text": "black", "back": "white", "series": ["navy", "teal"]},
    "margin": 8,
}
THEMES: dict[str, Theme] = {
    "print": {"font": {"size": 10}, "margin": 0},
    "night": {"colours": {"text": "white", "back": "black"}},
}


class UnknownTheme(KeyError):
    pass


def merged(base: Theme, extra: Theme) -> Theme:
    """Return a new theme: `extra` over `base`, level by level."""
    result = copy.deepcopy(base)
    for key, value in extra.items():
        if isinstance(value, dict) and isinstance(result.get(key), dict):
            _overlay(result[key], value)
        else:
            result[key] = value
    return result


def _overlay(target: Theme, extra: Theme) -> None:
    for key, value in extra.items():
        if isinstance(value, dict) and isinstance(target.get(key), dict):
            _overlay(target[key], value)
        else:
            target[key] = value


def load(name: str) -> Theme:
    """Return a theme by name, complete."""
    if name == "base":
        return merged(BASE, {})
    try:
        return merged(BASE, THEMES[name])
    except KeyError:
        raise UnknownTheme(name) from None


def lookup(theme: Theme, path: str, default: Any = None) -> Any:
    """Return the value at `font.size`."""
    for part in path.split("."):
        if not isinstance(theme, dict) or part not in theme:
            return default
        theme = theme[part]
    return theme
