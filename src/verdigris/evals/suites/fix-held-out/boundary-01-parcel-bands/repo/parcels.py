"""Postage by weight band."""

import bisect

# Upper limit of each band in grams, and its price in cents. The limit belongs to the band.
LIMITS = [500, 1000, 2000, 5000, 10000]
PRICES = [390, 450, 590, 790, 1190]
SURCHARGE_BULKY = 350
MAX_SIDE = 120


class TooHeavy(ValueError):
    """No band carries such a parcel."""


def band(grams):
    """The number of the band for a weight, counted from 0."""
    if grams <= 0:
        raise ValueError("a parcel weighs something")
    index = bisect.bisect_right(LIMITS, grams)
    if index == len(LIMITS):
        raise TooHeavy(f"{grams} g is more than {LIMITS[-1]} g")
    return index


def is_bulky(sides):
    """Whether the longest side is beyond the limit, or the girth beyond three times the limit."""
    longest = max(sides)
    return longest > MAX_SIDE or sum(sides) > 2 * MAX_SIDE


def postage(grams, sides=(30, 20, 10)):
    price = PRICES[band(grams)]
    if is_bulky(sides):
        price += SURCHARGE_BULKY
    return price


def cheapest_split(grams, parts):
    """What it costs to send a weight in so many parcels of nearly the same weight."""
    small, rest = divmod(grams, parts)
    weights = [small + 1] * rest + [small] * (parts - rest)
    return sum(postage(w) for w in weights)
