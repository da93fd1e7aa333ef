import socket

import pytest

import stock


@pytest.fixture
def service():
    """The real service must be running; nobody else answers with its name."""
    with socket.create_connection(stock.PLACE, timeout=2):
        assert stock.ask({"who": True}) == {"who": "warehouse"}


def test_what_is_left(service):
    assert stock.left("screws-m4") >= 0


def test_shortage(service):
    assert stock.is_short("screws-m4", 10**9)
