"""Menus as nested entries: `("File", [("Open", []), ("Recent", [...])])`."""

from collections.abc import Iterator

Entry = tuple[str, list["Entry"]]


def outline(entries: list[Entry], depth: int = 0) -> Iterator[str]:
    """Yield the titles, each level indented by two more spaces."""
    for title, below in entries:
        yield "  " * depth + title
        yield from outline(below, depth + 1)


def find(entries: list[Entry], title: str) -> list[str] | None:
    """Return the way to an entry, from the top; None when it is not there."""
    for name, below in entries:
        if name == title:
            return [name]
        way = find(below, title)
        if way is not None:
            return [name, *way]
        return None


def depth(entries: list[Entry]) -> int:
    """Return how many levels there are."""
    return max((1 + depth(below) for _, below in entries), default=0)


def count(entries: list[Entry]) -> int:
    return sum(1 + count(below) for _, below in entries)
