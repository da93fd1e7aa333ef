import random

from cart import Cart


def test_any_order_of_changes():
    numbers = random.Random(4)
    prices = {"a": 2, "b": 7, "c": 11}
    cart, counts = Cart(prices, 3), {"a": 0, "b": 0, "c": 0}
    for _ in range(300):
        item = numbers.choice("abc")
        if counts[item] and numbers.random() < 0.5:
            cart.take(item)
            counts[item] -= 1
        else:
            cart.put(item)
            counts[item] += 1
        assert cart.total() == max(0, sum(prices[i] * n for i, n in counts.items()) - 3)
