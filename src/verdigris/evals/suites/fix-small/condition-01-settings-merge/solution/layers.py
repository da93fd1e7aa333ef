"""Settings from several layers: the built-in ones, the site's, the user's."""

from collections.abc import Mapping
from typing import Any


def merge(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """`over` laid on `base`, section by section.

    A value of None means "not set here" and leaves the lower layer's value in place; every other
    value replaces it.
    """
    merged = dict(base)
    for key, value in over.items():
        below = merged.get(key)
        if isinstance(value, Mapping) and isinstance(below, Mapping):
            merged[key] = merge(below, value)
        elif value is not None:
            merged[key] = value
    return merged


def effective(*layers: Mapping[str, Any]) -> dict[str, Any]:
    """All layers in order, the last one on top."""
    settings: dict[str, Any] = {}
    for layer in layers:
        settings = merge(settings, layer)
    return settings


def lookup(settings: Mapping[str, Any], dotted: str) -> Any:
    """The value at a path such as `mail.retries`."""
    found: Any = settings
    for part in dotted.split("."):
        if not isinstance(found, Mapping) or part not in found:
            raise KeyError(dotted)
        found = found[part]
    return found
