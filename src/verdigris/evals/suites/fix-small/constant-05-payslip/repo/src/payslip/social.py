"""Social insurance."""

from __future__ import annotations

from payslip.rates import SOCIAL_CEILING, SOCIAL_PERCENT


def contribution(monthly: int) -> int:
    return min(monthly, SOCIAL_CEILING) * SOCIAL_PERCENT // 100
