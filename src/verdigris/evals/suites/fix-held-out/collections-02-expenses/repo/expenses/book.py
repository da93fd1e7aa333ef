"""All entries."""

from bisect import insort


class Book:
    def __init__(self, entries=()):
        self._entries = []
        for entry in entries:
            self.add(entry)

    def add(self, entry):
        """Entries are kept by day; those of one day as they came."""
        insort(self._entries, entry, key=lambda e: e.day)

    def __len__(self):
        return len(self._entries)

    def __iter__(self):
        return iter(self._entries)

    def of_month(self, month):
        return [entry for entry in self._entries if entry.month == month]

    def months(self):
        return sorted({entry.month for entry in self._entries})

    def balance(self):
        return sum(entry.cents for entry in self._entries)
