"""High scores of an arcade."""

from collections import defaultdict


class Arcade:
    def __init__(self):
        self._games = defaultdict(list)

    def play(self, player, points):
        if points < 0:
            raise ValueError("points are never lost")
        self._games[player].append(points)
        return len(self._games[player])

    def best(self, player):
        """The most points of a player in one game; 0 for who has not played."""
        points = self._games.get(player, [])
        return max(points, default=0)

    def total(self, player):
        return sum(self._games.get(player, []))

    def ranking(self, players):
        """The players, best first; equals by name."""
        return sorted(players, key=lambda name: (-self.best(name), name))

    def line(self, player):
        games = len(self._games.get(player, []))
        return f"{player}: {self.best(player)} in {games} games"
