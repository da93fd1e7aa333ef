from office import exchange


def test_the_fee_is_taken_before_exchanging():
    assert exchange(20_000, 1.1) == 21_725


def test_a_hundred():
    assert exchange(10_000, 1.1) == 10_725


def test_par():
    assert exchange(5_000, 1.0) == 4_750
