"""Documents in memory, with indexes and a small query language."""

from docstore.errors import Duplicate, NotFound, StoreError
from docstore.store import Store

__all__ = ["Duplicate", "NotFound", "Store", "StoreError"]
