"""How much a whole eval may use: `cost=2.50,tokens=500000,seconds=7200`. Pure."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from verdigris.core.budget import Use
from verdigris.errors import UserError
from verdigris.evals.outcome import Outcome

_HINT = "Write one or more of cost=DOLLARS, tokens=N, seconds=S with commas between them."


@dataclass(frozen=True)
class Purse:
    """No further job starts once a limit is met; those under way are finished."""

    cost: float | None = None
    tokens: float | None = None
    seconds: float | None = None
    clock: Callable[[], float] = time.monotonic
    began: float = field(default_factory=time.monotonic)

    def empty(self, outcomes: Iterable[Outcome]) -> str:
        """Return which limit is met, in words, or an empty string.

        What was kept from an earlier sitting counts: it was paid for by the same eval.
        """
        used = sum((one.told.use for one in outcomes), Use())
        gone = self.clock() - self.began
        if self.cost is not None and used.cost >= self.cost:
            return f"the budget of ${self.cost:g} is spent (${used.cost:.4f})"
        if self.tokens is not None and used.tokens >= self.tokens:
            return f"the budget of {self.tokens:g} tokens is spent ({used.tokens})"
        if self.seconds is not None and gone >= self.seconds:
            return f"the budget of {self.seconds:g} s is spent"
        return ""


def read_purse(text: str) -> Purse:
    """Read a budget. Raises UserError for what is none."""
    found: dict[str, float] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, value = part.partition("=")
        try:
            number = float(value)
        except ValueError:
            number = -1.0
        if name not in ("cost", "tokens", "seconds") or not 0 < number < float("inf"):
            raise UserError(f"The budget '{part}' cannot be read.", hint=_HINT)
        found[name] = number
    return Purse(cost=found.get("cost"), tokens=found.get("tokens"), seconds=found.get("seconds"))
