"""Limits by category."""

from .grouping import grouped


class Budget:
    def __init__(self, **limits):
        self._limits = limits

    def limit(self, category):
        return self._limits.get(category)

    def exceeded(self, entries):
        """Category and cents above the limit, for each that is above."""
        over = {}
        for group in grouped(entries, "category"):
            limit = self.limit(group.name)
            if limit is not None and group.cents > limit:
                over[group.name] = group.cents - limit
        return over

    def left(self, entries):
        """Cents that may still be spent, by category."""
        spent = {group.name: group.cents for group in grouped(entries, "category")}
        return {name: max(limit - spent.get(name, 0), 0) for name, limit in self._limits.items()}
