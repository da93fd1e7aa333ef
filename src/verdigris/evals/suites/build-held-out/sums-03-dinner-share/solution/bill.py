"""Share the bill of a dinner."""


def share(cents, tip, people):
    """Return what each person pays in cents, rounded up to a multiple of 10."""
    if people < 1:
        raise ValueError("there must be at least one person")
    # Whole numbers all the way: cents * (100 + tip) is the total in hundredths of a cent.
    return -(-cents * (100 + tip) // (people * 1000)) * 10
