from tickets import ticket_price


def test_a_family():
    assert ticket_price(2, 3) == 3300


def test_only_adults():
    assert ticket_price(1, 0) == 900
    assert ticket_price(4, 0) == 3600


def test_only_children():
    assert ticket_price(0, 6) == 3000


def test_nine_people_pay_in_full():
    assert ticket_price(2, 7) == 5300


def test_ten_people():
    assert ticket_price(2, 8) == 4800
    assert ticket_price(10, 0) == 8000


def test_a_school_class():
    assert ticket_price(3, 25) == 14200
