"""Limits and use. Before a question `ask` compares them, after an iteration `decide`; no other."""

from __future__ import annotations

from typing import Literal

from verdigris.core.value import Value

DAY = 86_400.0
LEASE = 90.0
"""Seconds after which what a killed process had set aside counts no more. The living renew it
several times within this."""


def since_midnight(now: float) -> float:
    """Return when the day began, in UTC: the same for every process that shares a database."""
    return now - now % DAY


class Use(Value):
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0
    """US dollars; only calls whose price is known are counted."""
    unpriced_calls: int = 0
    """Calls to a paid provider whose price is not known."""
    calls: int = 0
    seconds: float = 0.0
    """Wall clock spent inside steps, over all sittings of the run."""
    cached_tokens: int = 0
    """Of `tokens_in`, those the provider had kept from an earlier question and sold for less."""

    @property
    def tokens(self) -> int:
        return self.tokens_in + self.tokens_out

    def __add__(self, other: Use) -> Use:
        return Use(
            tokens_in=self.tokens_in + other.tokens_in,
            tokens_out=self.tokens_out + other.tokens_out,
            cost=self.cost + other.cost,
            unpriced_calls=self.unpriced_calls + other.unpriced_calls,
            calls=self.calls + other.calls,
            seconds=self.seconds + other.seconds,
            cached_tokens=self.cached_tokens + other.cached_tokens,
        )

    def __sub__(self, earlier: Use) -> Use:
        """Return what was used since an earlier count."""
        return Use(
            **{name: getattr(self, name) - getattr(earlier, name) for name in Use.model_fields}
        )


class TierUse(Value):
    """What one tier of the cascade did and cost within one iteration."""

    tier: str
    candidates: int = 0
    """How many were tried, or came too damaged to be tried."""
    use: Use = Use()
    result: str = ""
    """What it came to, in words: `3 green candidates`, `2 of 3 failing tests pass`."""


class Allowance(Value):
    """How much a run, a tier or a day may use. None is no limit."""

    tokens: int | None = None
    cost: float | None = None
    seconds: float | None = None

    def refusal(self, whose: str, used: Use, worst: Use) -> str:
        """Return why a question may not be put, in words, or an empty string.

        `worst` is the most that the question can come to.
        """
        if self.seconds is not None and used.seconds >= self.seconds:
            return f"the time limit {whose} of {self.seconds:g} s is reached"
        if self.tokens is not None and used.tokens + worst.tokens > self.tokens:
            return (
                f"the token limit {whose} of {self.tokens} leaves "
                f"{max(self.tokens - used.tokens, 0)}, and the next question may take "
                f"{worst.tokens}"
            )
        if self.cost is None:
            return ""
        # A model that costs nothing breaks no limit, whatever was asked before it.
        if worst.unpriced_calls or (used.unpriced_calls and worst.cost):
            return f"the cost limit {whose} cannot be kept: the price of the model is unknown"
        if used.cost + worst.cost > self.cost:
            return (
                f"the cost limit {whose} of ${self.cost:g} leaves "
                f"${max(self.cost - used.cost, 0):.4f}, and the next question may cost "
                f"${worst.cost:.4f}"
            )
        return ""


class Spent(Value):
    """What counts against the limits beyond the run's own, before the next question."""

    fast: Use = Use()
    strong: Use = Use()
    """Of each tier, by this run, over all its sittings."""
    day: Use = Use()
    """By every run on this database since midnight, UTC."""


class Budget(Value):
    max_iters: int = 5
    max_seconds: float | None = None
    max_tokens: int | None = None
    max_cost: float | None = None
    until_green: bool = False
    warn_after: int = 2
    stop_after: int = 4
    fast: Allowance = Allowance()
    strong: Allowance = Allowance()
    day: Allowance = Allowance()

    @property
    def is_limited(self) -> bool:
        """Whether it matters what a question may cost."""
        own = (self.max_tokens, self.max_cost, self.max_seconds)
        return self.keeps_accounts or any(limit is not None for limit in own)

    @property
    def keeps_accounts(self) -> bool:
        """Whether a limit asks what was spent outside the sitting at hand."""
        return any(limit != Allowance() for limit in (self.fast, self.strong, self.day))

    def refusal(self, tier: Literal["fast", "strong"], run: Use, spent: Spent, worst: Use) -> str:
        """Return which limit forbids a question that may use `worst`, or an empty string."""
        own, used = (self.fast, spent.fast) if tier == "fast" else (self.strong, spent.strong)
        whole = Allowance(tokens=self.max_tokens, cost=self.max_cost, seconds=self.max_seconds)
        return (
            whole.refusal("of the run", run, worst)
            or own.refusal(f"of the {tier} tier", used, worst)
            or self.day.refusal("of the day", spent.day, worst)
        )

    def seconds_left(self, tier: Literal["fast", "strong"], run: Use, spent: Spent) -> float | None:
        """Return how long an answer may take; None where no limit says."""
        own, used = (self.fast, spent.fast) if tier == "fast" else (self.strong, spent.strong)
        left = [
            limit - gone
            for limit, gone in (
                (self.max_seconds, run.seconds),
                (own.seconds, used.seconds),
                (self.day.seconds, spent.day.seconds),
            )
            if limit is not None
        ]
        return max(min(left), 0.0) if left else None

    def exhausted(self, use: Use) -> str:
        """Return which limit is met, in words, or an empty string."""
        if self.max_seconds is not None and use.seconds >= self.max_seconds:
            return f"time limit of {self.max_seconds:g} s reached"
        if self.max_tokens is not None and use.tokens >= self.max_tokens:
            return f"token limit of {self.max_tokens} reached ({use.tokens} used)"
        if self.max_cost is not None and use.cost and use.cost >= self.max_cost:
            return f"cost limit of ${self.max_cost:g} reached (${use.cost:.4f} used)"
        if self.max_cost is not None and use.unpriced_calls:
            return f"cost limit of ${self.max_cost:g} cannot be kept: the model's price is unknown"
        return ""
