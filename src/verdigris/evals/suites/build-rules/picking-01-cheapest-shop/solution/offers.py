def cheapest(offers):
    prices = [(price, shop) for shop, price in offers.items() if price is not None]
    return min(prices)[1] if prices else None
