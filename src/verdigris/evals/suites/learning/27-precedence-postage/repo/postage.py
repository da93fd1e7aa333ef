"""What it costs to send a parcel, in cents."""

BASE = {"home": 400, "abroad": 900}
A_KILO = 150
INSURANCE = 250


def weight_price(grams):
    """Each kilo that is begun counts."""
    return -(-grams // 1000) * A_KILO


def price(grams, zone="home", insured=False, islands=1):
    """`islands` is a factor: 1 for the mainland, 2 for islands."""
    if zone not in BASE:
        raise ValueError(f"there is no zone {zone}")
    carried = BASE[zone] + weight_price(grams) * islands
    return carried + (INSURANCE if insured else 0)


def cheapest(grams, zones):
    """The zone to which it costs least."""
    return min(zones, key=lambda zone: price(grams, zone))


def shown(cents):
    return f"{cents // 100}.{cents % 100:02d}"
