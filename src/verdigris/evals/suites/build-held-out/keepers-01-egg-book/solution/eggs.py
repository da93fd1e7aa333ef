"""A book of the eggs that the hens laid."""


class EggBook:
    """Notes the eggs of each day."""

    def __init__(self):
        self._eggs = {}

    def add(self, day, eggs):
        """Note eggs for a day."""
        self._eggs[day] = self._eggs.get(day, 0) + eggs

    def total(self):
        """Return all eggs together."""
        return sum(self._eggs.values())

    def best_day(self):
        """Return the day with the most eggs, the first noted one of several."""
        return max(self._eggs, key=self._eggs.get, default=None)
