"""Reports for the office."""


def differences(network):
    """Where the count is not what the book says: (place, sku, counted, expected)."""
    for name in network.places():
        place = network.place(name)
        for item in network.catalogue:
            counted, expected = place.count(item.sku), network.book.expected(name, item.sku)
            if counted != expected:
                yield name, item.sku, counted, expected


def value(network):
    """Cents bound in goods, by place."""
    return {
        name: sum(network.catalogue[sku].cents * network.place(name).count(sku) for sku in network.place(name).skus())
        for name in network.places()
    }


def low(network, least):
    """Names of items of which there are fewer than `least` in all."""
    return [item.name for item in network.catalogue if network.count(item.sku) < least]


def table(network):
    """A line for each item, a column for each place."""
    places = network.places()
    lines = ["item".ljust(12) + "".join(name.rjust(8) for name in places)]
    for item in network.catalogue:
        counts = (str(network.place(name).count(item.sku)).rjust(8) for name in places)
        lines.append(item.name.ljust(12) + "".join(counts))
    return "\n".join(lines)
