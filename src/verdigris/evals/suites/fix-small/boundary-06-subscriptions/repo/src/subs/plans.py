"""What can be subscribed to."""

from __future__ import annotations

from dataclasses import dataclass

from subs.errors import UnknownPlan


@dataclass(frozen=True)
class Plan:
    code: str
    title: str
    price: int
    """For one period."""
    months: int = 1
    """Length of a period."""
    trial_days: int = 0

    @property
    def monthly_price(self) -> float:
        return self.price / self.months


CATALOGUE = {
    plan.code: plan
    for plan in (
        Plan("basic", "Basic", 900),
        Plan("plus", "Plus", 1900, trial_days=14),
        Plan("team", "Team", 4900, trial_days=30),
        Plan("plus-year", "Plus, yearly", 19_000, months=12, trial_days=14),
        Plan("team-quarter", "Team, quarterly", 13_500, months=3),
    )
}


def plan(code: str) -> Plan:
    try:
        return CATALOGUE[code]
    except KeyError:
        raise UnknownPlan(code) from None
