"""Every way through a cave, without visiting a chamber twice."""

from collections import defaultdict


class Cave:
    def __init__(self, tunnels=()):
        self._next = defaultdict(list)
        for a, b in tunnels:
            self.dig(a, b)

    def dig(self, a, b):
        """A tunnel can be walked both ways."""
        self._next[a].append(b)
        self._next[b].append(a)

    def neighbours(self, chamber):
        return sorted(self._next.get(chamber, ()))

    def routes(self, start, end):
        """All routes as lists of chambers, in alphabetical order."""
        found = []
        trail = [start]

        def walk(here):
            if here == end:
                found.append(trail)
                return
            for chamber in self.neighbours(here):
                if chamber in trail:
                    continue
                trail.append(chamber)
                walk(chamber)
                trail.pop()

        walk(start)
        return found

    def shortest(self, start, end):
        """The first of the routes with the fewest chambers, or None."""
        return min(self.routes(start, end), key=len, default=None)

    def longest(self, start, end):
        return max(self.routes(start, end), key=len, default=None)


def describe(route):
    return " > ".join(route) if route else "no way"
