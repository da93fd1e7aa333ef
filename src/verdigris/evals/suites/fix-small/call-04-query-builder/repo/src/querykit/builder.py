"""Queries are frozen: each method gives a new one, so that a base query can be shared."""

from dataclasses import dataclass, replace

from querykit.conditions import Condition, all_of


@dataclass(frozen=True)
class Query:
    source: str
    columns: tuple[str, ...] = ("*",)
    condition: Condition | None = None
    order: tuple[str, ...] = ()
    most: int | None = None
    skipped: int = 0

    def select(self, *columns: str) -> "Query":
        if not columns:
            raise ValueError("select at least one column")
        return replace(self, columns=columns)

    def where(self, condition: Condition) -> "Query":
        """Narrow the query; called twice, both conditions hold."""
        both = condition if self.condition is None else all_of(self.condition, condition)
        return replace(self, condition=both)

    def order_by(self, *columns: str) -> "Query":
        """Sort by columns, the first one first; `-name` sorts downwards."""
        order = tuple(f"{c[1:]} DESC" if c.startswith("-") else c for c in columns)
        replace(self, order=self.order + order)

    def limit(self, most: int, skip: int = 0) -> "Query":
        if most < 0 or skip < 0:
            raise ValueError("neither limit nor offset can be negative")
        return replace(self, most=most, skipped=skip)

    def page(self, number: int, size: int = 20) -> "Query":
        """Return the query for a page; pages count from 1."""
        return self.limit(size, (number - 1) * size)


def table(name: str) -> Query:
    return Query(name)
