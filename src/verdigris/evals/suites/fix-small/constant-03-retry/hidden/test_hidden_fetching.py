import asyncio

import pytest

from fetching.client import Client
from fetching.policy import Policy
from fetching.response import Response


@pytest.mark.parametrize("seconds", [0, 1, 2, 10, 59, 60, 86_400])
def test_the_header_is_in_seconds(seconds):
    response = Response(503, headers={"RETRY-AFTER": f" {seconds} "})
    assert response.retry_after_ms() == seconds * 1000


def test_no_header_no_wish():
    assert Response(503).retry_after_ms() is None
    assert Response(503, headers={"Retry-After": "-1"}).retry_after_ms() is None


def waits_for(header, policy):
    answers = iter([Response(503, headers={"Retry-After": header}), Response(200)])
    waits = []

    async def ask(path):
        return next(answers)

    async def wait(milliseconds):
        waits.append(milliseconds)

    asyncio.run(Client(ask, policy, wait).get("/"))
    return waits


@pytest.mark.parametrize(
    ("header", "waited"), [("1", 2500), ("2", 2500), ("3", 3000), ("9", 9000), ("99", 10_000)]
)
def test_the_longer_of_both_waits_within_the_limit(header, waited):
    assert waits_for(header, Policy(first_wait_ms=2500, longest_wait_ms=10_000)) == [waited]
