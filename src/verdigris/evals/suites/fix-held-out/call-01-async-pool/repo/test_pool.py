import asyncio

import pytest

from pool import Stats, first_success, map_dict, map_limited


async def steps(n):
    """Takes `n` turns of the loop."""
    for _ in range(n):
        await asyncio.sleep(0)
    return n * 10


def test_nothing_to_do():
    assert asyncio.run(map_limited(steps, [])) == []


def test_equal_work():
    assert asyncio.run(map_limited(steps, [2, 2, 2])) == [20, 20, 20]


def test_results_are_in_the_order_of_the_items():
    assert asyncio.run(map_limited(steps, [30, 1, 12], limit=3)) == [300, 10, 120]


def test_the_limit_holds():
    stats = Stats()
    asyncio.run(map_limited(steps, [3] * 10, limit=2, stats=stats))
    assert stats.most_at_once == 2
    assert stats.finished == 10


def test_errors_come_through():
    async def fail(item):
        raise KeyError(item)

    with pytest.raises(KeyError):
        asyncio.run(map_limited(fail, ["a"]))


def test_dict():
    assert asyncio.run(map_dict(steps, {"slow": 25, "fast": 1})) == {"slow": 250, "fast": 10}


def test_bad_limit():
    with pytest.raises(ValueError):
        asyncio.run(map_limited(steps, [1], limit=0))


def test_first_success():
    async def positive(n):
        if n < 0:
            raise ValueError(n)
        return n

    assert asyncio.run(first_success(positive, [-1, 5, 6])) == 5
    with pytest.raises(LookupError):
        asyncio.run(first_success(positive, []))
