"""Run coroutines over many items, so many at a time."""

import asyncio
from dataclasses import dataclass, field


@dataclass
class Stats:
    started: int = 0
    finished: int = 0
    most_at_once: int = 0
    errors: list = field(default_factory=list)

    @property
    def running(self):
        return self.started - self.finished


async def map_limited(worker, items, limit=4, stats=None):
    """What `worker` makes of each item, in the order of the items.

    At most `limit` of them run at the same time.
    """
    if limit < 1:
        raise ValueError("limit must be at least 1")
    stats = stats if stats is not None else Stats()
    gate = asyncio.Semaphore(limit)

    async def run(item):
        async with gate:
            stats.started += 1
            stats.most_at_once = max(stats.most_at_once, stats.running)
            try:
                return await worker(item)
            except Exception as error:
                stats.errors.append(error)
                raise
            finally:
                stats.finished += 1

    tasks = [asyncio.create_task(run(item)) for item in items]
    results = []
    try:
        for task in asyncio.as_completed(tasks):
            results.append(await task)
    finally:
        for task in tasks:
            task.cancel()
    return results


async def map_dict(worker, mapping, limit=4):
    """The same keys, with what `worker` makes of the values."""
    values = await map_limited(worker, mapping.values(), limit)
    return dict(zip(mapping, values))


async def first_success(worker, items):
    """The result of the first item, in their order, for which `worker` does not fail."""
    problem = LookupError("no items")
    for item in items:
        try:
            return await worker(item)
        except Exception as error:
            problem = error
    raise problem
