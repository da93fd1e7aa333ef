"""Sorting documents by a field, whatever its values are."""

from docstore.values import Document, lookup


def sorted_by(documents: list[Document], field: str) -> list[Document]:
    """Sort by a field; `-field` downwards. Documents without it come last either way."""
    down = field.startswith("-")
    field = field.removeprefix("-")
    have = [d for d in documents if lookup(d, field) is not None]
    lack = [d for d in documents if lookup(d, field) is None]
    return sorted(have, key=lambda d: _rank(lookup(d, field)), reverse=down) + lack


def _rank(value: object) -> tuple[int, object]:
    if isinstance(value, bool):
        return (0, value)
    if isinstance(value, int | float):
        return (1, value)
    return (2, str(value))
