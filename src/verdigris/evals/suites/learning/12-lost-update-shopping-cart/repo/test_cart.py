import pytest

from cart import Cart


@pytest.fixture
def cart():
    cart = Cart({"pen": 3, "ink": 10, "pad": 5})
    cart.put("pen", 4)
    cart.put("ink")
    return cart


def test_total(cart):
    assert cart.total() == 22


def test_more(cart):
    cart.total()
    cart.put("pad", 2)
    assert cart.total() == 32


def test_less(cart):
    assert cart.total() == 22
    cart.take("pen", 3)
    assert cart.total() == 13


def test_items(cart):
    cart.take("ink")
    assert cart.items() == ["pen"]


def test_too_much(cart):
    with pytest.raises(ValueError):
        cart.take("pad")
    assert cart.total() == 22


def test_another_price(cart):
    cart.total()
    cart.reprice("ink", 1)
    assert cart.total() == 13


def test_voucher():
    cart = Cart({"pen": 3}, voucher=5)
    cart.put("pen")
    assert cart.total() == 0
