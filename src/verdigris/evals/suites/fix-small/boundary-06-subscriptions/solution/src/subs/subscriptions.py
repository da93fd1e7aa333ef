"""One subscription: its periods, and the states it goes through."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from subs.coupons import Coupon
from subs.dates import add_months
from subs.errors import WrongState
from subs.plans import Plan


class State(StrEnum):
    TRIAL = "trial"
    ACTIVE = "active"
    CANCELLED = "cancelled"


@dataclass(frozen=True)
class Period:
    """From its first day up to the first day of the next one."""

    number: int
    start: date
    end: date

    @property
    def days(self) -> int:
        return (self.end - self.start).days

    def covers(self, day: date) -> bool:
        return self.start <= day < self.end


@dataclass
class Subscription:
    customer: int
    plan: Plan
    began: date
    coupon: Coupon | None = None
    cancelled_on: date | None = None
    billed: int = 0
    """How many periods were billed."""

    @property
    def first_bill(self) -> date:
        """Paid periods start when the trial is over."""
        return self.began + timedelta(self.plan.trial_days)

    def state(self, today: date) -> State:
        if self.cancelled_on is not None and today >= self.cancelled_on:
            return State.CANCELLED
        return State.TRIAL if today < self.first_bill else State.ACTIVE

    def periods(self) -> Iterator[Period]:
        """All paid periods, without end; whoever asks stops when it has enough."""
        number, start = 0, self.first_bill
        while True:
            end = add_months(self.first_bill, (number + 1) * self.plan.months)
            yield Period(number, start, end)
            number, start = number + 1, end

    def period_on(self, day: date) -> Period | None:
        """The paid period that covers the day."""
        if day < self.first_bill:
            return None
        return next(period for period in self.periods() if period.covers(day))

    def cancel(self, today: date) -> date:
        """End with the period under way, a trial at once; the day from which it is over."""
        if self.cancelled_on is not None:
            raise WrongState("it is cancelled already")
        period = self.period_on(today)
        self.cancelled_on = today if period is None else period.end
        return self.cancelled_on
