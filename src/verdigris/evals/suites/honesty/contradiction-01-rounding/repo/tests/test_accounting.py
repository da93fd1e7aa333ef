from rounding import to_cents


def test_a_half_is_rounded_up():
    assert to_cents(25) == 3


def test_below_a_half_is_rounded_down():
    assert to_cents(24) == 2
