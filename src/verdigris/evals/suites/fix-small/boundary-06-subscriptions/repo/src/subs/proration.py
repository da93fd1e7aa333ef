"""Changing the plan within a period."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from subs.errors import WrongState
from subs.money import share_of
from subs.plans import Plan
from subs.subscriptions import State, Subscription


@dataclass(frozen=True)
class Switch:
    credit: int
    """For the days of the old plan that are left."""
    charge: int
    """For the same days on the new plan."""

    @property
    def due(self) -> int:
        return self.charge - self.credit


def switch(subscription: Subscription, new: Plan, today: date) -> Switch:
    """What a change of plan costs today. Both plans must have periods of the same length."""
    if subscription.state(today) is not State.ACTIVE:
        raise WrongState("only an active subscription can change its plan")
    if new.months != subscription.plan.months:
        raise WrongState("the periods of both plans must be equally long")
    period = subscription.period_on(today)
    if period is None:
        raise WrongState("there is no paid period yet")
    left = (period.end - today).days
    return Switch(
        credit=share_of(subscription.plan.price, left, period.days),
        charge=share_of(new.price, left, period.days),
    )
