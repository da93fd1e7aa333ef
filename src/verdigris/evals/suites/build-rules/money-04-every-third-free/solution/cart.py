def cart_total(prices):
    free = len(prices) // 3
    return sum(sorted(prices)[free:])
