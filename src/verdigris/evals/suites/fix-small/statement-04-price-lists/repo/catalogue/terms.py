"""What a customer has agreed with us: rebates by group, and a general one."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Terms:
    customer: str
    general_percent: int = 0
    by_group: dict[str, int] = field(default_factory=dict)

    def percent(self, group: str) -> int:
        """Return the better of both rebates; they do not add up."""
        return max(self.general_percent, self.by_group.get(group, 0))
