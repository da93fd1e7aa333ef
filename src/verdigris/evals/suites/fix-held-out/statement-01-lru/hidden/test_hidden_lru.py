import random

from lru import LRU, cached


def test_order_after_reading():
    cache = LRU(4)
    for key in "abcd":
        cache.put(key, key)
    cache.get("b")
    assert list(cache) == ["a", "c", "d", "b"]
    cache.get("a")
    assert list(cache) == ["c", "d", "b", "a"]
    cache.get("a")
    cache.get("zz")
    assert list(cache) == ["c", "d", "b", "a"]


def test_against_a_plain_list():
    rng = random.Random(7)
    for size in (1, 2, 3, 7):
        cache, model = LRU(size), []
        for _ in range(600):
            key = rng.randrange(10)
            if rng.random() < 0.5:
                assert cache.get(key) == (key * key if key in model else None)
                if key in model:
                    model.remove(key)
                    model.append(key)
            else:
                cache.put(key, key * key)
                if key in model:
                    model.remove(key)
                model = (model + [key])[-size:]
            assert list(cache) == model


def test_falsy_values_are_kept_in_use_too():
    cache = LRU(2)
    cache.put("none", None)
    cache.put("zero", 0)
    cache.get("none")
    cache.put("x", 1)
    assert list(cache) == ["none", "x"]


def test_the_decorator_keeps_what_is_used():
    calls = []

    @cached(2)
    def f(n):
        calls.append(n)
        return n

    for n in (1, 2, 1, 3, 1):
        f(n)
    assert calls == [1, 2, 3]


def test_hits_are_counted():
    cache = LRU(3)
    cache.put(1, 1)
    cache.get(1)
    cache.get(1)
    cache.get(2)
    assert (cache.hits, cache.misses) == (2, 1)
