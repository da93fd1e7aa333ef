"""From a ship's log to its voyages, and some figures about them."""


def voyages(entries):
    """Entries that belong together, joined; a blank one is a mooring."""
    done, legs = [], []
    for entry in entries:
        port = entry.strip()
        if port:
            legs.append(port)
        elif legs:
            done.append(" ".join(legs))
            legs = []
    if legs:
        done.append(" ".join(legs))
    return done


def calls(port):
    return sum(len(trip.split()) for trip in voyages(port.splitlines()))


def titles(port, room=20):
    """The beginning of every voyage, for an index."""
    names = []
    for trip in voyages(port.splitlines()):
        names.append(trip if len(trip) <= room else trip[: room - 1] + "…")
    return names
