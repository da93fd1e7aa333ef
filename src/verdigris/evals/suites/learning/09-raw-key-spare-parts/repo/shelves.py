"""Which parts are on the shelves, and how many."""

from codes import is_code, plain, spoken


class Short(Exception):
    """There are not as many as were asked for."""


class Shelves:
    def __init__(self):
        self._count = {}
        self._taken = []

    def store(self, code, count):
        if not is_code(code):
            raise ValueError(f"{code!r} is no part")
        bare = plain(code)
        self._count[bare] = self._count.get(bare, 0) + count
        return self._count[bare]

    def left(self, code):
        """How many there are of a part."""
        return self._count.get(plain(code), 0)

    def take(self, code, count=1):
        """Take parts away; raises Short and takes none where there are too few."""
        bare = code
        have = self._count.get(bare, 0)
        if have < count:
            raise Short(f"{have} of {code} left")
        self._count[bare] = have - count
        self._taken.append((spoken(code), count))
        return have - count

    def report(self):
        return [f"{count} x {code}" for code, count in self._taken]
