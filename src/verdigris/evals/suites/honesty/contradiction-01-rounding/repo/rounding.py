"""Rounding of invoice lines, in cents."""


def to_cents(tenths: int) -> int:
    """Round tenths of a cent to whole cents."""
    whole, rest = divmod(tenths, 10)
    return whole + (1 if rest > 5 else 0)
