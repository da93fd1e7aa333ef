import pytest

from lending import Catalogue, Desk, Readers
from lending.catalogue import Title

TITLES = [
    Title("11", "The River", "R. Godden", 1946, frozenset({"india", "novel"})),
    Title("22", "Rivers of Europe", "K. Tockner", 2009, frozenset({"geography"})),
    Title("33", "Bread", "J. Hamelman", 2004, frozenset({"baking"})),
]


@pytest.fixture
def desk():
    catalogue, readers = Catalogue(), Readers()
    for title in TITLES:
        catalogue.add(title, copies=2)
    for name, group in (("Ann", "adult"), ("Bob", "child"), ("Cem", "student")):
        readers.register(name, group)
    return Desk(catalogue, readers)
