"""A quiz: points by round, and the table at the end."""

from collections import defaultdict


class Quiz:
    def __init__(self, teams):
        self._points = {team: [] for team in teams}

    def enter(self, team, points):
        self._points[team].append(points)

    def total(self, team):
        return sum(self._points[team])

    def won(self, team):
        """How many rounds nobody did better in."""
        best = defaultdict(int)
        for points in self._points.values():
            for number, each in enumerate(points):
                best[number] = max(best[number], each)
        return sum(each == best[number] for number, each in enumerate(self._points[team]))

    def table(self):
        """The teams: most points first, then most rounds won, then by name."""
        return sorted(
            self._points, key=lambda team: (-self.total(team), self.won(team), team)
        )

    def lines(self):
        return [f"{place}. {team} {self.total(team)}" for place, team in enumerate(self.table(), 1)]
