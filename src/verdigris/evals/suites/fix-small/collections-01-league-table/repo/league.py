"""The table of a small league, from its results."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass
class Team:
    name: str
    played: int = 0
    points: int = 0
    scored: int = 0
    conceded: int = 0

    @property
    def difference(self) -> int:
        return self.scored - self.conceded

    def note(self, own: int, other: int) -> None:
        self.played += 1
        self.scored += own
        self.conceded += other
        self.points += 3 if own > other else 1 if own == other else 0


def table(results: Iterable[tuple[str, int, int, str]]) -> list[Team]:
    """Return the teams by points, then goal difference, then name."""
    teams: dict[str, Team] = {}
    for home, goals, against, away in results:
        teams.setdefault(home, Team(home)).note(goals, against)
        teams.setdefault(away, Team(away)).note(against, goals)
    return sorted(teams.values(), key=lambda team: (-team.points, team.difference, team.name))


def lines(teams: list[Team]) -> list[str]:
    return [
        f"{place}. {team.name:<10} {team.points:>2} ({team.difference:+d})"
        for place, team in enumerate(teams, start=1)
    ]
