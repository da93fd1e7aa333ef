import random

import pytest

from stock.errors import StockError
from stock.items import Catalogue, Item
from stock.moves import Book, Move
from stock.network import Network
from stock.report import differences


def test_effects():
    move = Move("x", 7, source="a", target="b")
    assert [move.effect(p) for p in "abc"] == [-7, 7, 0]
    assert Move("x", 4, target="b").effect("b") == 4
    assert Move("x", 4, target="b").effect("a") == 0
    assert Move("x", 4, source="a").effect("a") == -4
    assert Move("x", 4, source="a").effect("b") == 0


def test_a_move_within_a_place_changes_nothing():
    assert Move("x", 4, source="a", target="a").effect("a") == 0


def test_book():
    book = Book()
    book.write(Move("x", 10, target="a"))
    book.write(Move("x", 4, source="a", target="b"))
    book.write(Move("x", 1, source="b"))
    book.write(Move("y", 99, target="a"))
    assert book.expected("a", "x") == 6
    assert book.expected("b", "x") == 3
    assert book.expected("a", "y") == 99


@pytest.mark.parametrize("seed", range(15))
def test_book_and_counts_agree(seed):
    rng = random.Random(seed)
    network = Network(Catalogue([Item("a", "A", 1, 10), Item("b", "B", 2, 5)]))
    for name in ("n", "s", "w"):
        network.open(name, capacity=rng.choice([None, 60]))
    for _ in range(80):
        sku, here, there = rng.choice("ab"), rng.choice("nsw"), rng.choice("nsw")
        try:
            kind = rng.randrange(4)
            if kind == 0:
                network.deliver(here, sku, rng.randint(1, 4))
            elif kind == 1:
                network.sell(here, sku, rng.randint(1, 5))
            elif kind == 2:
                network.move(here, there, sku, rng.randint(1, 9))
            else:
                network.sell_anywhere(sku, rng.randint(1, 9))
        except StockError:
            pass
        assert list(differences(network)) == []
