import asyncio

import pytest

from pool import Stats, map_dict, map_limited


async def steps(n):
    for _ in range(n):
        await asyncio.sleep(0)
    return n


@pytest.mark.parametrize("limit", [1, 2, 3, 8])
@pytest.mark.parametrize("items", [[40, 1, 20, 3], [1, 2, 3], [9, 8, 7, 6, 5, 4, 3], [5, 5, 1, 30, 30, 1]])
def test_order(items, limit):
    assert asyncio.run(map_limited(steps, items, limit)) == items


def test_unsortable_results():
    async def name(n):
        await steps(n)
        return {"n": n}

    assert asyncio.run(map_limited(name, [20, 2, 11])) == [{"n": 20}, {"n": 2}, {"n": 11}]


@pytest.mark.parametrize("limit", [1, 3, 5])
def test_runs_side_by_side(limit):
    stats = Stats()
    asyncio.run(map_limited(steps, [4] * 12, limit, stats))
    assert stats.most_at_once == limit
    assert stats.running == 0


def test_dicts_keep_their_pairs():
    wanted = {"a": 30, "b": 2, "c": 14, "d": 1}
    assert asyncio.run(map_dict(steps, wanted)) == wanted


def test_errors():
    async def picky(n):
        await steps(n)
        if n == 3:
            raise RuntimeError("three")
        return n

    stats = Stats()
    with pytest.raises(RuntimeError):
        asyncio.run(map_limited(picky, [1, 3, 2], 4, stats))
    assert len(stats.errors) == 1
