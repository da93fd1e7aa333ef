import pytest

from lru import LRU, cached


def test_put_and_get():
    cache = LRU(2)
    cache.put("a", 1)
    assert cache.get("a") == 1
    assert cache.get("b", 0) == 0
    assert (cache.hits, cache.misses) == (1, 1)


def test_the_oldest_goes():
    cache = LRU(2)
    for key in "abc":
        cache.put(key, key)
    assert list(cache) == ["b", "c"]


def test_writing_again_counts_as_use():
    cache = LRU(2)
    cache.put("a", 1)
    cache.put("b", 2)
    cache.put("a", 3)
    cache.put("c", 4)
    assert "b" not in cache
    assert cache.get("a") == 3


def test_reading_counts_as_use():
    cache = LRU(2)
    cache.put("a", 1)
    cache.put("b", 2)
    cache.get("a")
    cache.put("c", 3)
    assert "a" in cache
    assert "b" not in cache


def test_looking_does_not_count():
    cache = LRU(2)
    cache.put("a", 1)
    cache.put("b", 2)
    assert "a" in cache
    cache.put("c", 3)
    assert "a" not in cache


def test_drop():
    cache = LRU(2)
    cache.put("a", 1)
    cache.drop("a")
    cache.drop("z")
    assert len(cache) == 0


def test_decorator():
    calls = []

    @cached(8)
    def double(n):
        calls.append(n)
        return 2 * n

    assert [double(n) for n in (1, 2, 1)] == [2, 4, 2]
    assert calls == [1, 2]


def test_no_size():
    with pytest.raises(ValueError):
        LRU(0)
