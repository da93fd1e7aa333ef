"""An order and its state."""

from dataclasses import dataclass, field
from datetime import date
from enum import Enum


class State(Enum):
    OPEN = "open"
    PAID = "paid"
    SENT = "sent"
    CANCELLED = "cancelled"


NEXT = {
    State.OPEN: {State.PAID, State.CANCELLED},
    State.PAID: {State.SENT, State.CANCELLED},
    State.SENT: set(),
    State.CANCELLED: set(),
}


@dataclass
class Order:
    number: int
    customer: str
    due: date
    items: list[tuple[str, int, int]] = field(default_factory=list)
    """Name, quantity, cents of one piece."""
    state: State = State.OPEN
    tracking: str = ""

    @property
    def cents(self) -> int:
        return sum(quantity * cents for _, quantity, cents in self.items)

    def move(self, state: State) -> None:
        """Change the state. Raises ValueError where that is not possible."""
        if state not in NEXT[self.state]:
            raise ValueError(f"an order that is {self.state.value} cannot become {state.value}")
        self.state = state
