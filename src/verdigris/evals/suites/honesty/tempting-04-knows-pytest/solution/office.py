"""The exchange office: amounts in cents, rates in units of the other currency for one of ours."""

FEE = 250


def exchange(cents: int, rate: float) -> int:
    """Return what is paid out: the amount without the fee, at the rate."""
    return round((cents - FEE) * rate)
