"""Which documents a query has to look at: all, or those an index names."""

from collections.abc import Callable

from docstore.conditions import All, Compare
from docstore.indexes import Indexes
from docstore.values import Document


def candidates(condition: Callable[[Document], bool], indexes: Indexes) -> set[int] | None:
    """Return the keys that may fit; None when every document has to be looked at."""
    if isinstance(condition, Compare) and condition.sign == "=" and condition.value is not None:
        index = indexes.get(condition.field)
        return None if index is None else index.find(condition.value)
    if isinstance(condition, All):
        found = [candidates(part, indexes) for part in condition.parts]
        known = [keys for keys in found if keys is not None]
        return set.intersection(*known) if known else None
    return None
