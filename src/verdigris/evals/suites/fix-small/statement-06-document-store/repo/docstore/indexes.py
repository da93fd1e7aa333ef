"""All indexes of a store, kept together so that they never disagree."""

from docstore.errors import Duplicate
from docstore.index import Index
from docstore.values import Document


class Indexes:
    def __init__(self) -> None:
        self._by_field: dict[str, Index] = {}

    def create(self, field: str, unique: bool, documents: dict[int, Document]) -> None:
        """Add an index over all documents. Raises Duplicate; then there is none."""
        index = Index(field, unique)
        for key, document in documents.items():
            index.add(key, document)
        self._by_field[field] = index

    def drop(self, field: str) -> None:
        self._by_field.pop(field, None)

    def get(self, field: str) -> Index | None:
        return self._by_field.get(field)

    def add(self, key: int, document: Document) -> None:
        """Enter a document everywhere, or nowhere. Raises Duplicate."""
        entered: list[Index] = []
        for index in self._by_field.values():
            try:
                index.add(key, document)
            except Duplicate:
                for other in entered:
                    other.remove(key, document)
                raise
            entered.append(index)

    def remove(self, key: int, document: Document) -> None:
        for index in self._by_field.values():
            index.remove(key, document)

    def swap(self, key: int, old: Document, new: Document) -> None:
        """Enter a document in place of its old version. Raises Duplicate; then nothing changed."""
        self.remove(key, old)
        self.add(key, new)

    def __iter__(self):
        return iter(self._by_field)
