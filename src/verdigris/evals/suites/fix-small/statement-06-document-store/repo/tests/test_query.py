import pytest
from docstore.errors import BadQuery
from docstore.query import parse

ANN = {"name": "Ann", "age": 31, "active": True, "address": {"city": "Ulm"}}


@pytest.mark.parametrize(
    "query",
    [
        'name = "Ann"', "age >= 31", "age < 31.5", "age != 30", "active = true",
        'address.city = "Ulm"', "missing = null", 'age = 1 or name = "Ann"',
        'not (age = 31 and name = "Bob")', "age > 1 and age < 99 and active = true",
    ],
)
def test_fits(query):
    assert parse(query)(ANN)


@pytest.mark.parametrize(
    "query",
    ['name = "ann"', "age > 31", 'age < "x"', "active = false", "not active = true",
     'age = 31 and name = "Bob"', "active > 0"],
)
def test_does_not_fit(query):
    assert not parse(query)(ANN)


@pytest.mark.parametrize("query", ["age", "age =", "= 3", "(age = 1", "age = 1 age = 2", "a ~ 1", "a = b"])
def test_bad(query):
    with pytest.raises(BadQuery):
        parse(query)


def test_and_binds_stronger():
    assert parse('name = "Ann" or age = 1 and age = 2')(ANN)
