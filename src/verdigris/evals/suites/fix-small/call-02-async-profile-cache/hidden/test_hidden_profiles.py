import asyncio

import pytest
from profiles import ProfileCache


class Source:
    def __init__(self):
        self.asked = []

    async def __call__(self, user):
        self.asked.append(user)
        await asyncio.sleep(0)
        if user == "broken":
            raise LookupError(user)
        return {"name": user.title()}


def test_many_in_order():
    source = Source()
    cache = ProfileCache(source)
    found = asyncio.run(cache.get_many(["zoe", "amy", "zoe"]))
    assert [profile["name"] for profile in found] == ["Zoe", "Amy", "Zoe"]
    assert source.asked == ["zoe", "amy"]


def test_a_failing_source_leaves_nothing_behind():
    cache = ProfileCache(Source())
    with pytest.raises(LookupError):
        asyncio.run(cache.get("broken"))
    assert len(cache) == 0


def test_forgotten_profiles_are_asked_again():
    source = Source()
    cache = ProfileCache(source)

    async def story():
        await cache.get("amy")
        cache.forget("amy")
        return await cache.get("amy")

    assert asyncio.run(story()) == {"name": "Amy"}
    assert source.asked == ["amy", "amy"]


def test_the_oldest_goes_first():
    source = Source()
    cache = ProfileCache(source, limit=2)
    asyncio.run(cache.get_many(["a", "b", "c", "b", "a"]))
    assert source.asked == ["a", "b", "c", "a"]


def test_nameless_users_are_called_by_their_id():
    async def source(user):
        return {}

    assert asyncio.run(ProfileCache(source).display_name("x17")) == "x17"
