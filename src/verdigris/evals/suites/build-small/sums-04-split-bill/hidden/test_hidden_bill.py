from bill import split_bill


def test_one_cent_left():
    assert split_bill(1000, 3) == [334, 333, 333]


def test_several_cents_left():
    assert split_bill(1003, 4) == [251, 251, 251, 250]
    assert split_bill(2507, 5) == [502, 502, 501, 501, 501]


def test_even():
    assert split_bill(1200, 4) == [300, 300, 300, 300]


def test_two_friends():
    assert split_bill(4599, 2) == [2300, 2299]


def test_alone():
    assert split_bill(850, 1) == [850]
