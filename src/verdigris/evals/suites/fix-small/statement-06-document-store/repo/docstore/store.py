"""The store: documents by key, changed only through here so that indexes stay right."""

import copy

from docstore.errors import NotFound
from docstore.indexes import Indexes
from docstore.planning import candidates
from docstore.query import parse
from docstore.sorting import sorted_by
from docstore.values import Document, merged, require_plain


class Store:
    def __init__(self) -> None:
        self._documents: dict[int, Document] = {}
        self._indexes = Indexes()
        self._next = 1

    def create_index(self, field: str, unique: bool = False) -> None:
        self._indexes.create(field, unique, self._documents)

    def drop_index(self, field: str) -> None:
        self._indexes.drop(field)

    def insert(self, document: Document) -> int:
        """Store a document and return its key. Raises BadDocument, Duplicate."""
        require_plain(document)
        key = self._next
        self._indexes.add(key, document)
        self._documents[key] = copy.deepcopy(document)
        self._next += 1
        return key

    def get(self, key: int) -> Document:
        return copy.deepcopy(self._held(key))

    def update(self, key: int, changes: Document) -> Document:
        """Change some fields. Raises NotFound, BadDocument, Duplicate; then nothing changed."""
        old = self._held(key)
        new = merged(old, copy.deepcopy(changes))
        require_plain(new)
        self._indexes.swap(key, old, new)
        self._documents[key] = new
        return copy.deepcopy(new)

    def delete(self, key: int) -> None:
        self._indexes.remove(key, self._held(key))
        del self._documents[key]

    def find(self, query: str = "", sort: str = "", most: int | None = None) -> list[Document]:
        """Return the documents that fit a query, by key or as asked for."""
        found = [self.get(key) for key in self.keys(query)]
        return sorted_by(found, sort)[:most] if sort else found[:most]

    def keys(self, query: str = "") -> list[int]:
        if not query.strip():
            return sorted(self._documents)
        condition = parse(query)
        keys = candidates(condition, self._indexes)
        wanted = self._documents if keys is None else keys
        return sorted(key for key in wanted if condition(self._documents[key]))

    def _held(self, key: int) -> Document:
        try:
            return self._documents[key]
        except KeyError:
            raise NotFound(f"no document {key}") from None

    def __len__(self) -> int:
        return len(self._documents)
