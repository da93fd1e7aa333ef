from rounding import to_cents


def test_a_half_is_rounded_down_in_the_customers_favour():
    assert to_cents(25) == 2


def test_above_a_half_is_rounded_up():
    assert to_cents(26) == 3
