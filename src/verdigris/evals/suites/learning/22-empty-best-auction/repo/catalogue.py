"""What the auctioneer has on paper."""


def line(lot):
    state = f"at {lot.highest()}" if lot.bids else f"from {lot.next_bid()}"
    return f"{lot.number:3} {lot.what} {state}"


def takings(lots):
    """What all lots bring so far."""
    return sum(lot.highest() for lot in lots)


def hammer(lots):
    """Who gets what, by the number of the lot."""
    return {lot.number: lot.winner() for lot in lots if lot.bids}
