import asyncio

import pytest

from fetching.client import Client
from fetching.errors import GaveUp, Refused
from fetching.policy import Policy
from fetching.response import Response


def fetch(*responses, policy=None):
    """The body and the waits of a client that is given these responses in turn."""
    answers, waits = iter(responses), []

    async def ask(path):
        return next(answers)

    async def wait(milliseconds):
        waits.append(milliseconds)

    client = Client(ask, policy, wait)
    return asyncio.run(client.get("/data")), waits


def test_waits_double():
    assert list(Policy().waits()) == [200, 400, 800]


def test_waits_have_a_limit():
    assert list(Policy(5, 1000, 4, 5000).waits()) == [1000, 4000, 5000, 5000]


def test_a_good_answer_needs_no_wait():
    assert fetch(Response(200, "hello")) == ("hello", [])


def test_a_busy_server_is_asked_again():
    assert fetch(Response(503), Response(502), Response(200, "hello")) == ("hello", [200, 400])


def test_the_servers_wish_is_heeded():
    busy = Response(429, headers={"retry-after": "3"})
    assert fetch(busy, Response(200, "hello")) == ("hello", [3000])


def test_a_wish_shorter_than_our_wait_changes_nothing():
    busy = Response(429, headers={"Retry-After": "0"})
    assert fetch(busy, Response(200, "hello")) == ("hello", [200])


def test_dates_in_the_header_are_not_understood():
    assert Response(503, headers={"Retry-After": "Fri, 31 Dec"}).retry_after_ms() is None


def test_a_refusal_is_final():
    with pytest.raises(Refused):
        fetch(Response(404))


def test_giving_up():
    with pytest.raises(GaveUp, match="status 503"):
        fetch(*[Response(503)] * 4)
