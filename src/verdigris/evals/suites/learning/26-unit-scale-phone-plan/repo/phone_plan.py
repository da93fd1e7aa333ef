"""Bills of a telephone plan. Calls are logged in seconds; plans speak of minutes."""

from dataclasses import dataclass


@dataclass
class Plan:
    fee: int
    free_minutes: int
    cents_a_second: float


class Account:
    def __init__(self, plan):
        self.plan = plan
        self._calls = []

    def log(self, number, seconds):
        if seconds < 0:
            raise ValueError("a call lasts some time")
        self._calls.append((number, seconds))

    def talked(self):
        """Seconds of all calls."""
        return sum(seconds for _, seconds in self._calls)

    def charged(self):
        """Seconds beyond what is free."""
        free = self.plan.free_minutes
        return max(0, self.talked() - free)

    def bill(self):
        """What is due, in cents."""
        return self.plan.fee + round(self.charged() * self.plan.cents_a_second)

    def longest(self):
        number, _ = max(self._calls, key=lambda call: call[1], default=("", 0))
        return number


def cheaper(account, other):
    """Whether another plan would have cost less."""
    trial = Account(other)
    for number, seconds in account._calls:
        trial.log(number, seconds)
    return trial.bill() < account.bill()
