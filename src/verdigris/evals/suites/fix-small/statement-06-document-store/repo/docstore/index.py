"""An index: from the value of a field to the keys of the documents that have it."""

from collections.abc import Iterator
from typing import Any

from docstore.errors import Duplicate
from docstore.values import Document, lookup


class Index:
    def __init__(self, field: str, unique: bool = False) -> None:
        self.field = field
        self.unique = unique
        self._keys: dict[Any, set[int]] = {}

    def add(self, key: int, document: Document) -> None:
        """Enter a document. Raises Duplicate; then nothing has changed."""
        value = _hashable(lookup(document, self.field))
        if value is None:
            return
        keys = self._keys.setdefault(value, set())
        if self.unique and keys - {key}:
            raise Duplicate(self.field, value)
        keys.add(key)

    def remove(self, key: int, document: Document) -> None:
        value = _hashable(lookup(document, self.field))
        keys = self._keys.get(value)
        if keys is None:
            return
        keys.discard(key)
        if not keys:
            del self._keys[value]

    def find(self, value: Any) -> set[int]:
        return set(self._keys.get(_hashable(value), ()))

    def values(self) -> Iterator[Any]:
        return iter(self._keys)

    def __len__(self) -> int:
        return sum(len(keys) for keys in self._keys.values())


def _hashable(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_hashable, value))
    if isinstance(value, dict):
        return tuple(sorted((key, _hashable(inner)) for key, inner in value.items()))
    return value
