import pytest

from stock.errors import NotEnough, StockError, UnknownPlace
from stock.items import Catalogue, Item
from stock.network import Network
from stock.report import differences, low, table, value


@pytest.fixture
def network():
    network = Network(Catalogue([Item("b1", "Bolt M6", 5, 100), Item("n1", "Nut M6", 3, 200), Item("h1", "Hammer", 1500)]))
    network.open("north")
    network.open("south", capacity=500)
    network.deliver("north", "b1", 3)
    network.deliver("north", "h1", 2)
    return network


def test_delivery_in_packs(network):
    assert network.place("north").count("b1") == 300


def test_sale(network):
    assert network.sell("north", "h1", 1) == 1500
    assert network.count("h1") == 1


def test_not_enough(network):
    with pytest.raises(NotEnough) as caught:
        network.sell("north", "h1", 5)
    assert caught.value.missing == 3


def test_unknown_place(network):
    with pytest.raises(UnknownPlace):
        network.deliver("west", "b1", 1)


def test_move(network):
    network.move("north", "south", "b1", 120)
    assert network.place("north").count("b1") == 180
    assert network.place("south").count("b1") == 120


def test_the_book_agrees_after_a_move(network):
    network.move("north", "south", "b1", 120)
    assert list(differences(network)) == []


def test_the_book_agrees_after_sales(network):
    network.sell("north", "b1", 10)
    assert list(differences(network)) == []
    assert len(network.book) == 3


def test_move_to_a_full_place(network):
    network.deliver("south", "n1", 2)
    with pytest.raises(StockError):
        network.move("north", "south", "b1", 150)
    assert network.place("north").count("b1") == 300


def test_sell_anywhere(network):
    network.deliver("south", "b1", 1)
    assert network.sell_anywhere("b1", 350) == {"north": 300, "south": 50}


def test_value(network):
    assert value(network) == {"north": 4500, "south": 0}


def test_low(network):
    assert low(network, 10) == ["Hammer", "Nut M6"]


def test_table(network):
    assert table(network).splitlines()[1] == "Bolt M6          300       0"


def test_find(network):
    assert [i.sku for i in network.catalogue.find("m6 NUT")] == ["n1"]
