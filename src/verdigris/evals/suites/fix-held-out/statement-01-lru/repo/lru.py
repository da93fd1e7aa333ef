"""A cache of limited size that forgets what was not used for the longest time."""

from collections import OrderedDict
from functools import wraps

_MISSING = object()


class LRU:
    def __init__(self, size):
        if size < 1:
            raise ValueError("a cache holds at least one entry")
        self.size = size
        self.hits = 0
        self.misses = 0
        self._entries = OrderedDict()

    def __len__(self):
        return len(self._entries)

    def __contains__(self, key):
        """Looking does not count as use."""
        return key in self._entries

    def __iter__(self):
        """Keys, the one to be forgotten first at the front."""
        return iter(self._entries)

    def get(self, key, default=None):
        value = self._entries.get(key, _MISSING)
        if value is _MISSING:
            self.misses += 1
            return default
        self.hits += 1
        return value

    def put(self, key, value):
        if key in self._entries:
            self._entries.move_to_end(key)
        self._entries[key] = value
        while len(self._entries) > self.size:
            self._entries.popitem(last=False)

    def drop(self, key):
        self._entries.pop(key, None)


def cached(size):
    """Decorator: remembers results by the positional arguments."""

    def decorate(function):
        memory = LRU(size)

        @wraps(function)
        def inner(*args):
            value = memory.get(args, _MISSING)
            if value is _MISSING:
                value = function(*args)
                memory.put(args, value)
            return value

        inner.memory = memory
        return inner

    return decorate
