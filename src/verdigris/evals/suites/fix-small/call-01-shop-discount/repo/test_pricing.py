from pricing import Basket, reduced


def make(voucher=0):
    basket = Basket(voucher_percent=voucher)
    basket.add("tea", 450, 2)
    basket.add("cup", 1100)
    return basket


def test_subtotal():
    assert make().subtotal() == 2000


def test_no_voucher():
    assert make().total() == 2000


def test_voucher():
    assert make(25).total() == 1500


def test_small_voucher():
    assert make(10).total() == 1800


def test_reduced():
    assert reduced(1000, 20) == 800


def test_reduced_rounds_down():
    assert reduced(99, 10) == 89


def test_empty_basket_with_voucher():
    assert Basket(voucher_percent=30).total() == 0
