"""Documents are dictionaries of plain values; fields may be nested."""

from typing import Any

from docstore.errors import BadDocument

Document = dict[str, Any]
PLAIN = (str, int, float, bool, type(None))


def require_plain(document: Document) -> None:
    """Raise BadDocument for anything that is not plain data."""
    if not isinstance(document, dict):
        raise BadDocument("a document is a dictionary")
    _require(document, "")


def _require(value: Any, where: str) -> None:
    if isinstance(value, dict):
        for key, inner in value.items():
            if not isinstance(key, str) or "." in key:
                raise BadDocument(f"not a field: {key!r}")
            _require(inner, f"{where}.{key}")
    elif isinstance(value, list):
        for inner in value:
            _require(inner, where)
    elif not isinstance(value, PLAIN):
        raise BadDocument(f"{where.lstrip('.')} holds a {type(value).__name__}")


def lookup(document: Document, field: str) -> Any:
    """Return the value of `address.city`; None where there is none."""
    value: Any = document
    for part in field.split("."):
        if not isinstance(value, dict) or part not in value:
            return None
        value = value[part]
    return value


def merged(document: Document, changes: Document) -> Document:
    """Return a document with some fields replaced; None removes a field."""
    result = dict(document)
    for key, value in changes.items():
        if value is None:
            result.pop(key, None)
        elif isinstance(value, dict) and isinstance(result.get(key), dict):
            result[key] = merged(result[key], value)
        else:
            result[key] = value
    return result
