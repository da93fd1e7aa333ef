"""Sharing expenses of a trip, in cents."""

from collections.abc import Mapping, Sequence


def split(total: int, people: Sequence[str]) -> dict[str, int]:
    """Equal shares in whole cents; the first people on the list take the cents left over."""
    if not people:
        raise ValueError("nobody to share with")
    share = total / len(people)
    left_over = total % len(people)
    return {person: share + (1 if place < left_over else 0) for place, person in enumerate(people)}


def balances(expenses: Sequence[tuple[str, int]], people: Sequence[str]) -> dict[str, int]:
    """What each person gets back (positive) or still owes (negative)."""
    owed = dict.fromkeys(people, 0)
    for payer, total in expenses:
        owed[payer] += total
        for person, share in split(total, people).items():
            owed[person] -= share
    return owed


def settle(owed: Mapping[str, int]) -> list[tuple[str, str, int]]:
    """Payments `(from, to, cents)` that bring every balance to nothing."""
    debts = [[who, -cents] for who, cents in owed.items() if cents < 0]
    claims = [[who, cents] for who, cents in owed.items() if cents > 0]
    payments = []
    while debts and claims:
        amount = min(debts[0][1], claims[0][1])
        payments.append((debts[0][0], claims[0][0], amount))
        for side in (debts, claims):
            side[0][1] -= amount
            if side[0][1] == 0:
                side.pop(0)
    return payments
