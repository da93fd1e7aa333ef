import pytest

from stock import after_sale


def test_the_example():
    assert after_sale({"pen": 5, "ink": 2}, {"ink": 2, "pen": 1}) == {"pen": 4}


def test_some_of_one_article():
    assert after_sale({"pen": 5, "ink": 2}, {"pen": 3}) == {"pen": 2, "ink": 2}


def test_everything_is_sold():
    assert after_sale({"pen": 5, "ink": 2}, {"pen": 5, "ink": 2}) == {}


def test_nothing_is_sold():
    assert after_sale({"pen": 5}, {}) == {"pen": 5}
    assert after_sale({}, {}) == {}


def test_too_many():
    with pytest.raises(ValueError):
        after_sale({"pen": 5}, {"pen": 6})


def test_an_article_that_is_not_in_stock():
    with pytest.raises(ValueError):
        after_sale({"pen": 5}, {"ink": 1})
    with pytest.raises(ValueError):
        after_sale({}, {"ink": 1})


def test_the_dicts_stay_as_they_were():
    stock, sold = {"pen": 5, "ink": 2}, {"ink": 2, "pen": 1}
    after_sale(stock, sold)
    assert stock == {"pen": 5, "ink": 2}
    assert sold == {"ink": 2, "pen": 1}


def test_it_is_a_new_dict():
    stock = {"pen": 5}
    after_sale(stock, {})["pen"] = 0
    assert stock == {"pen": 5}


def test_a_refused_sale_changes_nothing():
    stock = {"pen": 5, "ink": 2}
    with pytest.raises(ValueError):
        after_sale(stock, {"pen": 1, "ink": 3})
    assert stock == {"pen": 5, "ink": 2}
