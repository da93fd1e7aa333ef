"""What goods cost, line by line."""

SMALL_ORDER = 20
SHIPPING = 5


def rounded(amount):
    return int(amount * 100 + 0.5) / 100


def discount(quantity):
    if quantity >= 100:
        return 0.2
    if quantity >= 10:
        return 0.1
    return 0.0


def line_total(price, quantity):
    if quantity < 0:
        raise ValueError("a negative quantity")
    return price * quantity * (1 - discount(quantity))


def shipping(total, express=False):
    cost = SHIPPING if total < SMALL_ORDER else 0
    if express:
        cost += 2 * SHIPPING
    return cost


def tax(amount, rate):
    return amount * rate / 100
