"""Prices of the swimming pool."""

FAMILY_LIMIT = 20


def ticket(age):
    """Return what one visitor pays."""
    if age < 6:
        return 0
    return 3 if age < 16 else 7


def price(ages):
    """Return what a group with these ages pays altogether."""
    total = sum(ticket(age) for age in ages)
    if any(age < 16 for age in ages):
        return min(total, FAMILY_LIMIT)
    return total
