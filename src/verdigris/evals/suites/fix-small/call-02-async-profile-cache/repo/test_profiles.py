import asyncio
import warnings

import pytest
from profiles import ProfileCache

warnings.filterwarnings("ignore", message="coroutine .* was never awaited")
PEOPLE = {"ada": {"name": "Ada"}, "bob": {"name": "Bob"}, "eve": {}}


@pytest.fixture
def cache():
    async def source(user):
        return PEOPLE[user]

    return ProfileCache(source, limit=2)


def test_starts_empty(cache):
    assert len(cache) == 0 and cache.misses == 0


def test_get(cache):
    assert asyncio.run(cache.get("ada")) == {"name": "Ada"}


def test_asks_once(cache):
    async def twice():
        await cache.get("ada")
        await cache.get("ada")

    asyncio.run(twice())
    assert cache.misses == 1


def test_display_name(cache):
    assert asyncio.run(cache.display_name("bob")) == "Bob"


def test_limit(cache):
    async def three():
        for user in PEOPLE:
            await cache.get(user)

    asyncio.run(three())
    assert len(cache) == 2


def test_forget_unknown(cache):
    cache.forget("nobody")
    assert len(cache) == 0
