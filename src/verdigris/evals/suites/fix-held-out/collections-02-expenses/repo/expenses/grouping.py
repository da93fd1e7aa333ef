"""Put entries together."""

from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter


@dataclass
class Group:
    name: str
    entries: list

    @property
    def cents(self):
        return sum(entry.cents for entry in self.entries)

    @property
    def largest(self):
        """The first of the entries with the largest amount."""
        return max(self.entries, key=attrgetter("cents"))

    def __len__(self):
        return len(self.entries)


def grouped(entries, attribute):
    """A group for each value of the attribute, by name; entries within a group stay in order."""
    key = attrgetter(attribute)
    return [Group(name, list(members)) for name, members in groupby(entries, key)]


def top(groups, count):
    """The groups with the largest sums; names decide between equal ones."""
    return sorted(groups, key=lambda group: (-group.cents, group.name))[:count]
