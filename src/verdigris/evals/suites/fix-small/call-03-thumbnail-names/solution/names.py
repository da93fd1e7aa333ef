"""File names of a picture gallery: thumbnails, originals, and what belongs together."""

import re

_COPY = re.compile(r" \((\d+)\)$")
IMAGE_TYPES = (".jpg", ".png", ".gif")


def kind(filename: str) -> str:
    """Return the extension in lower case, with its dot; empty for no picture."""
    for extension in IMAGE_TYPES:
        if filename.lower().endswith(extension):
            return extension
    return ""


def stem(filename: str) -> str:
    """Return a picture's name without its extension."""
    extension = kind(filename)
    if not extension:
        return filename
    return filename.lower().removesuffix(extension)


def thumbnail(filename: str, width: int = 200) -> str:
    """Return under which name the small version is kept."""
    if not kind(filename):
        raise ValueError(f"not a picture: {filename}")
    return f"{stem(filename)}-{width}{kind(filename)}"


def original(filename: str) -> str:
    """Return the name that a copy such as `beach (2).jpg` was made from."""
    return _COPY.sub("", stem(filename)) + kind(filename)


def together(filenames: list[str]) -> dict[str, list[str]]:
    """Group copies under the name of their original."""
    groups: dict[str, list[str]] = {}
    for name in sorted(filenames):
        groups.setdefault(original(name), []).append(name)
    return groups
