"""Learns and counts, as a process of its own: tests start several of it, or kill one.

Usage: learner.py URL NAME. Says `ready`, waits for a line, then says each search it has counted.
"""

from __future__ import annotations

import asyncio
import sys

from verdigris.core.change import FileEdit
from verdigris.core.template import Provenance, Tallies
from verdigris.memory.patterns_sql import SqlPatterns
from verdigris.steps.teaching import teach, templates_of
from verdigris.store.database import Database

ROUNDS = 12
OPERATORS = ("compare.boundary", "name.variable", "template:abc")


async def main(url: str, name: str) -> None:
    print("ready", flush=True)  # noqa: T201
    sys.stdin.readline()
    async with await Database.open(url) as database:
        store = SqlPatterns(database)
        for number in range(ROUNDS):
            key = f"run {name} {number}"
            counts = dict.fromkeys(OPERATORS, (10, number % 2))
            await store.tally(key, Tallies(kind="IndexError", counts=counts))
            before = f"def f(a, b):\n    return g(a, {number}) < b\n"
            edit = FileEdit(path="a.py", before=before, after=before.replace("<", "<="))
            await teach(store, templates_of([edit]), Provenance(key=key, at=0.0))
            print(key, flush=True)  # noqa: T201


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2]))
