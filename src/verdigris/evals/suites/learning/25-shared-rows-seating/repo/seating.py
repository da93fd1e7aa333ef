"""Who sits at which table."""


class Seating:
    def __init__(self, tables):
        self._tables = tables
        self._kept = {}

    def keep(self, name):
        """Keep the seating as it is now under a name."""
        self._kept[name] = list(self._tables)

    def load(self, name):
        self._tables = self._kept.pop(name)

    def swap(self, one, two):
        """Let two guests change seats."""
        a, b = self.seat(one), self.seat(two)
        self._tables[a[0]][a[1]] = two
        self._tables[b[0]][b[1]] = one

    def seat(self, guest):
        for number, table in enumerate(self._tables):
            if guest in table:
                return number, table.index(guest)
        raise LookupError(guest)

    def together(self, one, two):
        return self.seat(one)[0] == self.seat(two)[0]

    def score(self, wishes):
        """How many wishes to sit together are met."""
        return sum(self.together(one, two) for one, two in wishes)
