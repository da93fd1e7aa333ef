from seeds import to_order


def test_the_example():
    assert to_order({"peas": 5, "kale": 2}, {"peas": 3, "kale": 4}) == {"peas": 2}


def test_several_missing():
    assert to_order({"beans": 10, "leek": 4}, {"beans": 1, "leek": 3}) == {"beans": 9, "leek": 1}


def test_not_in_stock():
    assert to_order({"corn": 6, "peas": 2}, {"peas": 1}) == {"corn": 6, "peas": 1}
    assert to_order({"dill": 3}, {}) == {"dill": 3}


def test_just_enough():
    assert to_order({"chard": 4, "beet": 3}, {"chard": 4, "beet": 2}) == {"beet": 1}


def test_nothing_to_order():
    assert to_order({"peas": 1}, {"peas": 8}) == {}


def test_stock_that_nobody_wants():
    assert to_order({"peas": 3}, {"peas": 1, "cress": 7}) == {"peas": 2}
