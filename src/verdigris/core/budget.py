"""Limits and use. `decide` compares them; nobody else judges whether a run may go on."""

from __future__ import annotations

from verdigris.core.value import Value


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
        )


class Budget(Value):
    max_iters: int = 5
    max_seconds: float | None = None
    max_tokens: int | None = None
    max_cost: float | None = None
    until_green: bool = False
    warn_after: int = 2
    stop_after: int = 4

    def exhausted(self, use: Use) -> str:
        """Return which limit is met, in words, or an empty string."""
        if self.max_seconds is not None and use.seconds >= self.max_seconds:
            return f"time limit of {self.max_seconds:g} s reached"
        if self.max_tokens is not None and use.tokens >= self.max_tokens:
            return f"token limit of {self.max_tokens} reached ({use.tokens} used)"
        if self.max_cost is not None and use.cost >= self.max_cost and use.calls:
            return f"cost limit of ${self.max_cost:g} reached (${use.cost:.4f} used)"
        if self.max_cost is not None and use.unpriced_calls:
            return f"cost limit of ${self.max_cost:g} cannot be kept: the model's price is unknown"
        return ""
