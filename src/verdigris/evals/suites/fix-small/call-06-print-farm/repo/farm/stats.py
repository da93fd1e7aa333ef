"""Figures about a farm's past, from its journal."""

from collections import Counter

from farm.journal import Journal


def waiting_times(journal: Journal) -> dict[int, int]:
    """Return how long each job waited before it was first started."""
    submitted: dict[int, int] = {}
    waits: dict[int, int] = {}
    for entry in journal:
        if entry.what == "submitted":
            submitted[entry.job] = entry.second
        elif entry.what.startswith("started") and entry.job not in waits:
            waits[entry.job] = entry.second - submitted[entry.job]
    return waits


def mean_wait(journal: Journal) -> float:
    waits = waiting_times(journal)
    return sum(waits.values()) / len(waits) if waits else 0.0


def load(journal: Journal) -> dict[str, int]:
    """Return how many jobs each printer started, the busiest first."""
    names = (
        entry.what.removeprefix("started on ")
        for entry in journal
        if entry.what.startswith("started on ")
    )
    return dict(Counter(names).most_common())


def outcomes(journal: Journal) -> Counter[str]:
    words = ("done", "failed", "cancelled")
    return Counter(entry.what for entry in journal if entry.what in words)
