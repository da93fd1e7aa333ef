"""A shelf for the neighbours' parcels."""


class ParcelShelf:
    """A shelf with places numbered from 1."""

    def __init__(self, places):
        self._places = places
        self._parcels = {}

    def put(self, name):
        """Lay a parcel on the lowest free place; None when the shelf is full."""
        for place in range(1, self._places + 1):
            if place not in self._parcels:
                self._parcels[place] = name
                return place
        return None

    def take(self, place):
        """Take the parcel from a place and return its name."""
        return self._parcels.pop(place)
