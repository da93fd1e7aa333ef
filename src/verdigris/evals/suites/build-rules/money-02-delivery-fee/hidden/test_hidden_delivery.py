from delivery import delivery_fee


def test_small_orders():
    assert delivery_fee(1200) == 490
    assert delivery_fee(1) == 490


def test_middling_orders():
    assert delivery_fee(3500) == 250


def test_large_orders():
    assert delivery_fee(8000) == 0
    assert delivery_fee(1_000_000) == 0


def test_at_twenty_euros():
    assert delivery_fee(1999) == 490
    assert delivery_fee(2000) == 250


def test_at_fifty_euros():
    assert delivery_fee(4999) == 250
    assert delivery_fee(5000) == 0


def test_an_order_of_nothing():
    assert delivery_fee(0) == 0
