from cart import cart_total


def test_the_example():
    assert cart_total([300, 100, 200]) == 500


def test_fewer_than_three():
    assert cart_total([]) == 0
    assert cart_total([250]) == 250
    assert cart_total([250, 100]) == 350


def test_one_free_until_there_are_six():
    assert cart_total([400, 300, 200, 100]) == 900
    assert cart_total([100, 200, 300, 400, 500]) == 1400


def test_the_cheapest_of_all_are_free():
    assert cart_total([900, 10, 800, 20, 700, 600]) == 3000
    assert cart_total([7, 6, 5, 4, 3, 2, 1]) == 25


def test_equal_prices():
    assert cart_total([100, 100, 100]) == 200
    assert cart_total([50] * 9) == 300


def test_prices_of_different_lengths():
    assert cart_total([1000, 90, 200]) == 1200


def test_the_list_stays_as_it_was():
    prices = [300, 100, 200]
    cart_total(prices)
    assert prices == [300, 100, 200]
