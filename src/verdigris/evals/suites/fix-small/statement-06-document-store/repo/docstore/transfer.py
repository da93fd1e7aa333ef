"""Stores as text, one JSON document a line."""

import json
from collections.abc import Iterable

from docstore.errors import StoreError
from docstore.store import Store


def dump(store: Store, query: str = "") -> str:
    return "".join(json.dumps(each, sort_keys=True) + "\n" for each in store.find(query))


def load(store: Store, lines: Iterable[str]) -> tuple[int, list[str]]:
    """Insert what can be; return how many documents that were, and what was wrong with others."""
    done, problems = 0, []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            store.insert(json.loads(line))
            done += 1
        except (StoreError, json.JSONDecodeError) as error:
            problems.append(f"line {number}: {error}")
    return done, problems
