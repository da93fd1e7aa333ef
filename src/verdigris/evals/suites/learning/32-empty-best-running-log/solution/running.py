"""A runner's diary: kilometres and minutes, by the week."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Run:
    week: int
    km: float
    minutes: float

    @property
    def pace(self):
        """Minutes for a kilometre."""
        return self.minutes / self.km


class Diary:
    def __init__(self, runs=()):
        self.runs = list(runs)

    def of(self, week):
        return [run for run in self.runs if run.week == week]

    def distance(self, week):
        return round(sum(run.km for run in self.of(week)), 1)

    def longest(self, week):
        """The longest run of a week in kilometres."""
        return max((run.km for run in self.of(week)), default=0)

    def summary(self, week):
        return f"week {week}: {self.distance(week)} km, longest {self.longest(week)}"

    def build_up(self, week, share=0.1):
        """How far the long run of the next week may be."""
        return round(self.longest(week) * (1 + share), 2)

    def fastest(self):
        """The run with the best pace."""
        return min(self.runs, key=lambda run: run.pace)
