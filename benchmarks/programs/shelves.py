"""Goods on shelves, handed out in pages and by several clerks at once."""

import asyncio
import functools


def logged(call):
    @functools.wraps(call)
    def wrapper(self, *args):
        result = call(self, *args)
        self.log.append(call.__name__)
        return result

    return wrapper


class Shelf:
    capacity = 10

    def __init__(self):
        self.goods = {}
        self.log = []

    @property
    def free(self):
        return self.capacity - sum(self.goods.values())

    @logged
    def put(self, name, count=1):
        if count > self.free:
            raise OverflowError("the shelf is full")
        self.goods[name] = self.goods.get(name, 0) + count

    @logged
    def take(self, name, count=1):
        have = self.goods.get(name, 0)
        taken = min(count, have)
        if taken == have:
            self.goods.pop(name, None)
        else:
            self.goods[name] = have - taken
        return taken

    def names(self):
        for name in sorted(self.goods):
            if self.goods[name] > 0:
                yield name


def pages(items, size):
    if size < 1:
        raise ValueError("a page holds at least one")
    page = []
    for item in items:
        page.append(item)
        if len(page) == size:
            yield page
            page = []
    if page:
        yield page


async def serve(shelf, name, count):
    got = 0
    while got < count:
        await asyncio.sleep(0)
        taken = shelf.take(name, 1)
        if taken == 0:
            break
        got += taken
    return got


async def serve_all(shelf, wishes):
    served = await asyncio.gather(*(serve(shelf, name, count) for name, count in wishes))
    return sum(served)
